import { describe, expect, test } from 'vitest'
import { parseBody } from '../body.ts'
import { mapDelivery } from './map-delivery.ts'
import { incident } from './mapped.fixture.ts'

const service = (body: unknown) => mapDelivery('service', body)

describe('the native webhook format', () => {
  test('maps the whole payload to the incident', () => {
    const body = {
      title: 'Ransomware',
      description: 'on the file server',
      severity: 'critical',
      source_system: 'EDR',
      external_id: 'evt-1',
      occurred_at: '2026-01-02T04:04:05+01:00',
      anything: { else: 1 },
    }
    expect(service(body)).toEqual({
      kind: 'alerts',
      alerts: [
        {
          product: null,
          state: 'open',
          status: null,
          closes: null,
          incident: {
            title: 'Ransomware',
            description: 'on the file server',
            severity: 'critical',
            sourceSystem: 'EDR',
            externalId: 'evt-1',
            occurredAt: '2026-01-02T03:04:05.000Z',
            affectedSystems: [],
            notes: [],
          },
        },
      ],
    })
  })

  test('needs only a title, and treats null as absent', () => {
    const expected = {
      title: 'x',
      severity: 'unknown',
      sourceSystem: null,
      externalId: null,
      occurredAt: null,
    }
    expect(incident(service({ title: 'x' }))).toMatchObject(expected)
    const nulls = {
      title: 'x',
      description: null,
      severity: null,
      source_system: null,
      external_id: null,
      occurred_at: null,
    }
    expect(incident(service(nulls))).toMatchObject({
      ...expected,
      notes: ['external_id_absent', 'occurred_at_absent'],
    })
  })

  test('never refuses a call for its severity', () => {
    for (const severity of ['catastrophic', 'HIGH', 9, true, null, {}, []]) {
      expect(incident(service({ title: 'x', severity })).severity).toBe('unknown')
    }
  })

  test('leaves an unreadable time out and notes it', () => {
    for (const occurred_at of ['yesterday', '1999-01-01T00:00:00Z', 12]) {
      expect(incident(service({ title: 'x', occurred_at }))).toMatchObject({
        occurredAt: null,
        notes: ['external_id_absent', 'occurred_at_unreadable'],
      })
    }
  })

  test('lists missing fields and wrong types in its refusal, and no values', () => {
    expect(
      service({ title: 5, description: ['secret'], external_id: 1, occurred_at: {}, source_system: false }),
    ).toEqual({
      kind: 'invalid',
      code: 'invalid_cyberklar_payload',
      missing: [],
      wrong_type: [
        { field: 'title', expected: 'string' },
        { field: 'description', expected: 'string' },
        { field: 'source_system', expected: 'string' },
        { field: 'external_id', expected: 'string' },
        { field: 'occurred_at', expected: 'timestamp' },
      ],
      message: expect.not.stringContaining('secret'),
    })
    for (const body of [{}, { title: null }, { title: '' }, { title: ' \n' }, { Title: 'x' }]) {
      expect(service(body)).toMatchObject({ kind: 'invalid', missing: ['title'], wrong_type: [] })
    }
  })

  test.each([[null], ['text'], [[]], [7], [true]])('refuses a body that is not an object: %j', (body) => {
    expect(service(body)).toMatchObject({ code: 'invalid_cyberklar_payload', missing: ['title'] })
  })

  test('truncates and marks a long title instead of refusing it', () => {
    const { title, description, notes } = incident(
      service({ title: '😀'.repeat(600), description: 'd'.repeat(30_000) }),
    )
    expect([...title]).toHaveLength(500)
    expect(title.endsWith('😀 … [truncated]')).toBe(true)
    expect(description).toHaveLength(20_000)
    expect(notes).toEqual(expect.arrayContaining(['title_truncated', 'description_truncated']))
  })

  test('replaces NUL and lone surrogates, and keeps scripts and formulas as text', () => {
    const parsed = parseBody(Buffer.from('{"title":"=cmd()\\u0000\\ud800<b>","external_id":"a\\u0000"}'))
    const mapped = incident(service(parsed.ok && parsed.value))
    expect(mapped.title).toBe('=cmd()\uFFFD\uFFFD<b>')
    expect(mapped.notes).toContain('external_id_shortened')
  })
})
