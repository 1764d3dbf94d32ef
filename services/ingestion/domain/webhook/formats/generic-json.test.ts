import { describe, expect, test } from 'vitest'
import { parseBody } from '../body.ts'
import { mapDelivery } from './map-delivery.ts'
import { incident, mapping } from './mapped.fixture.ts'

describe('generic_json', () => {
  const rules = mapping({
    title: { pointers: ['/alert/name', '/alert/fallback'] },
    description: { pointers: ['/alert/text'] },
    severity: {
      pointers: ['/alert/prio', '/alert/score'],
      map: { P1: 'critical', '1': 'high', true: 'high' },
      bands: [
        { from: 10, severity: 'low' },
        { from: 50, severity: 'medium' },
      ],
      default: 'low',
    },
    source_system: { pointers: [], default: 'Scanner' },
    external_id: { pointers: ['/id'] },
    occurred_at: { pointers: ['/when'] },
    affected_systems: { pointers: ['/hosts'] },
  })
  const generic = (body: unknown) => mapDelivery('generic_json', body, { mapping: rules })

  test.each(['N/A', 'null', '{{ alert.id }}', '%{[event][id]}', ''])('an id %j stands for none', (id) => {
    expect(incident(generic({ alert: { name: 'F' }, id }))).toMatchObject({ externalId: null })
  })

  test('uses the first pointer with a value that is not null, and otherwise the default', () => {
    const body = {
      alert: { name: null, fallback: 'F', prio: 'P1' },
      id: 12,
      when: '1767225600',
      hosts: ['a', 'a', 'b'],
    }
    expect(incident(generic(body))).toEqual({
      title: 'F',
      description: '',
      severity: 'critical',
      sourceSystem: 'Scanner',
      externalId: '12',
      occurredAt: '2026-01-01T00:00:00.000Z',
      affectedSystems: ['a', 'b'],
      notes: [],
    })
  })

  test('reads the severity by map, then bands, then words, then the default', () => {
    const severity = (prio: unknown) => incident(generic({ alert: { name: 'x', prio } })).severity
    expect(['P1', 1, true, 60, '12', 'High', 5, 'banana', {}, null].map(severity)).toEqual([
      'critical',
      'high',
      'high',
      'medium',
      'low',
      'high',
      'low',
      'low',
      'low',
      'low',
    ])
  })

  test('keeps two ids beyond 2^53 apart', () => {
    const id = (text: string) => {
      const parsed = parseBody(Buffer.from(`{"alert":{"name":"x"},"id":${text}}`))
      return incident(generic(parsed.ok && parsed.value)).externalId
    }
    expect(id('9007199254740993')).toBe('9007199254740993')
    expect(id('9007199254740992')).toBe('9007199254740992')
  })

  test('reports wrong types by incident field, together with missing fields', () => {
    expect(generic({ alert: { text: {} }, id: [1], when: {}, hosts: [{}] })).toMatchObject({
      code: 'invalid_generic_json_payload',
      missing: ['title'],
      wrong_type: [
        { field: 'description', expected: 'string' },
        { field: 'external_id', expected: 'string or number' },
        { field: 'occurred_at', expected: 'timestamp' },
        { field: 'affected_systems', expected: 'array of strings' },
      ],
    })
    expect(generic({ alert: { name: { a: 1 } } })).toMatchObject({
      missing: [],
      wrong_type: [{ field: 'title', expected: 'string' }],
    })
  })

  test('uses the mapping’s default for a blank title, and reports it missing without one', () => {
    const withDefault = mapping({ title: { pointers: ['/t'], default: 'Alert' } })
    expect(incident(mapDelivery('generic_json', { t: ' ' }, { mapping: withDefault })).title).toBe('Alert')
    expect(generic({ alert: { name: '' } })).toMatchObject({ kind: 'invalid', missing: ['title'] })
  })

  test('refuses every body without a mapping', () => {
    for (const none of [undefined, null]) {
      const delivery = mapDelivery('generic_json', { title: 'x' }, { mapping: none ?? null })
      expect(delivery).toMatchObject({ kind: 'invalid', code: 'invalid_generic_json_payload', missing: [] })
    }
  })
})
