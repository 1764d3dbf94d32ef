import { describe, expect, test } from 'vitest'
import { LANDED } from './endpoints.ts'
import { expectError } from './support/expect-error.ts'
import { scene } from './support/scene.ts'

const api = scene()
const post = (path: string) => LANDED.find((one) => one.path === path && one.method === 'POST')!

type Case = [field: string, value: unknown]
const text = (length: number): string => 'x'.repeat(length)

const ACCEPTED: Record<string, Case[]> = {
  '/incidents': [
    ['title', text(500)],
    ['title', '😀'.repeat(500)],
    ['title', ' \t'],
    ['description', text(20_000)],
    ['affected_systems', new Array(500).fill(text(200))],
    ['affected_persons_count', Number.MAX_SAFE_INTEGER],
    ['affected_persons_count', 1.0],
    ['detected_at', '2000-01-01T00:00:00Z'],
    ['detected_at', '2099-12-31T23:59:59.999Z'],
    ['detected_at', '2100-01-01T00:59:59+01:00'],
    ['detected_at', '2028-02-29t12:00:00.123456789z'],
    ['regulation', 'eidas'],
  ],
  '/assets': [
    ['name', text(500)],
    ['asset_type', `a${'_'.repeat(63)}`],
    ['hosted_in_eu', true],
    ['contains_personal_data', true],
  ],
  '/suppliers': [
    ['name', text(500)],
    ['org_number', text(200)],
    ['service_description', text(20_000)],
    ['contact_email', 'a.b+c@example.co.uk'],
  ],
}

const REFUSED: Record<string, Case[]> = {
  '/incidents': [
    ['title', text(501)],
    ['title', '😀'.repeat(501)],
    ['description', text(20_001)],
    ['description', null],
    ['severity', 'unknown'],
    ['severity', 'HIGH'],
    ['severity', 'constructor'],
    ['affected_systems', new Array(501).fill('x')],
    ['affected_systems', 'vault'],
    ['affected_persons_count', -1],
    ['affected_persons_count', 1.5],
    ['affected_persons_count', '1'],
    ['affected_persons_count', 1e21],
    ['detected_at', '1999-12-31T23:59:59.999Z'],
    ['detected_at', '2100-01-01T00:00:00Z'],
    ['detected_at', '2099-12-31T23:59:59-00:01'],
    ['detected_at', '2026-02-30T00:00:00Z'],
    ['detected_at', '2027-02-29T00:00:00Z'],
    ['detected_at', '2026-01-01T24:00:00Z'],
    ['detected_at', '2026-01-01T00:00:60Z'],
    ['detected_at', '2026-01-01T00:00:00'],
    ['detected_at', '2026-01-01 00:00:00Z'],
    ['detected_at', '2026-01-01'],
    ['detected_at', '+012026-01-01T00:00:00Z'],
    ['detected_at', '0099-01-01T00:00:00Z'],
    ['detected_at', '２026-01-01T00:00:00Z'],
    ['detected_at', 1_767_225_600],
    ['regulation', 'hipaa'],
    ['regulation', ''],
  ],
  '/assets': [
    ['name', text(501)],
    ['asset_type', 'Database'],
    ['asset_type', 'a-b'],
    ['asset_type', `a${'b'.repeat(64)}`],
    ['asset_type', 'database\n'],
    ['classification', 'secret'],
    ['business_criticality', 'extreme'],
    ['hosted_in_eu', 'true'],
    ['hosted_in_eu', 1],
    ['contains_personal_data', null],
  ],
  '/suppliers': [
    ['name', text(501)],
    ['category', 'minor'],
    ['org_number', text(201)],
    ['org_number', 5560000000],
    ['service_description', text(20_001)],
    ['contact_email', 'nobody'],
    ['contact_email', 'a@b'],
    ['contact_email', 'a@example.com\n'],
    ['contact_email', `${text(200)}@example.com`],
    ['contact_email', ''],
  ],
}

const shown = (value: unknown): string => JSON.stringify(value).slice(0, 40)
const cases = (all: Record<string, Case[]>) =>
  Object.entries(all).flatMap(([path, list]) =>
    list.map(([field, value]) => [path, field, shown(value), value] as const),
  )

describe('limits and vocabularies of sections 2.1 to 2.3', () => {
  test.each(cases(ACCEPTED))(
    'POST %s accepts %s = %s and returns it as given',
    async (path, field, _, value) => {
      const endpoint = post(path)
      const answer = await api.send(endpoint, {
        body: JSON.stringify({ ...endpoint.least!(), [field]: value }),
      })
      expect(answer.status).toBe(201)
      const expected = field === 'detected_at' ? new Date(value as string).toISOString() : value
      if (!String(value).includes('.123456789')) expect(answer.body[field]).toEqual(expected)
      else expect(answer.body[field]).toBe('2028-02-29T12:00:00.123Z')
    },
  )

  test.each(cases(REFUSED))(
    'POST %s refuses %s = %s, and the error names the field',
    async (path, field, _, value) => {
      const endpoint = post(path)
      const answer = await api.send(endpoint, {
        body: JSON.stringify({ ...endpoint.least!(), [field]: value }),
      })
      expectError(answer, 400, 'validation_error')
      expect(Object.keys(answer.body.error.details.fieldErrors)).toEqual([field])
      expect(answer.body.error.details.formErrors).toEqual([])
    },
  )

  test('an error names every wrong field, and array entries by their path', async () => {
    const body = JSON.stringify({ title: '', severity: 1, affected_systems: ['a', 5, text(201)] })
    const answer = await api.send(post('/incidents'), { body })
    expectError(answer, 400, 'validation_error')
    expect(Object.keys(answer.body.error.details.fieldErrors).sort()).toEqual(
      ['affected_systems.1', 'affected_systems.2', 'severity', 'title'].sort(),
    )
  })

  test('a number too large to be exact is refused, with the field and the advice to send a string', async () => {
    const body = '{"title":"x","severity":"low","affected_persons_count":9007199254740993}'
    const answer = await api.send(post('/incidents'), { body })
    expectError(answer, 400, 'validation_error')
    expect(answer.body.error.details.fieldErrors.affected_persons_count[0]).toContain('send it as a string')
  })
})
