import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { type PersonAt, personAt } from './people.ts'

/** A pipeline that asks for a system by its name is answered about the system of exactly this name. */
let at: TestInstallation
let admin: PersonAt
beforeAll(async () => {
  at = await bootInstallation()
  admin = personAt(at.baseUrl, at.organization.admin.id, at.organization.admin.session)
})
afterAll(() => at.stop())

const asked = (name: string) =>
  call(at.baseUrl, `/api/v1/gate-status?ai_system_name=${name}`, { key: at.organization.key })
const make = async (name: string) => (await admin.systems.createSystem({ name })).system!.id

test('a gate query by name tells AI systems with look-alike names apart', async () => {
  const names = [
    'Claims',
    'claims',
    'Claims ',
    ' Claims',
    'Claims\u200b',
    'Cl\u202eaims',
    'Caf\u00e9',
    'Cafe\u0301',
  ]
  const ids = new Map<string, string>()
  for (const name of names) ids.set(name, await make(name))
  for (const [name, id] of ids)
    expect((await asked(encodeURIComponent(name))).body.ai_system_id, JSON.stringify(name)).toBe(id)
  expect((await asked('Claims+')).body.ai_system_id).toBe(ids.get('Claims '))
})

test('a gate query by name refuses bytes that are not UTF-8, even if a system’s name has U+FFFD', async () => {
  const id = await make('Caf\ufffd')
  for (const name of ['Caf%E9', 'Caf%c0%80', 'Caf%ed%a0%80', 'Caf%EF%BF%BD%ff']) {
    const answer = await asked(name)
    expect(answer.status).toBe(400)
    expect(answer.body.error.details.fieldErrors).toEqual({
      ai_system_name: ['must be UTF-8 in percent-encoding'],
    })
  }
  expect((await asked('Caf%EF%BF%BD')).body.ai_system_id).toBe(id)
  expect((await asked('100%')).status).toBe(404)
  const key = at.organization.key
  const hidden = await call(at.baseUrl, '/api/v1/gate-status?ai_system_name=Caf%E9&%EF%BF%BD=1', { key })
  expect(Object.keys(hidden.body.error.details.fieldErrors)).toEqual(['ai_system_name'])
})
