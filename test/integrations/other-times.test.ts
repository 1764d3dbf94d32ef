import { expect, test } from 'vitest'
import { bodyOf, idsOf } from './samples.ts'

type Json = { [key: string]: unknown }

/** A sample without a time of its identity, which has another one; and what its next notification changes. */
const WITHOUT: readonly [file: string, times: readonly string[], changes: Json, others: Json][] = [
  [
    'cortex-xdr/combined_alert.json',
    ['detection_timestamp'],
    { resolution_status: 'STATUS_020_UNDER_INVESTIGATION' },
    { local_insert_ts: 1 },
  ],
  ['logicmonitor/bigpanda-clear.json', ['start'], { value: '3' }, { startepoch: '1714557601' }],
  [
    'salesforce-threat/api-anomaly.json',
    ['EventDate'],
    { SCORE: 86 },
    { TIMESTAMP: '2026-02-01 10:00:46.123' },
  ],
]

test.each(WITHOUT)('%s without %j is the same alert again when something else of it changes', (...row) => {
  const [file, times, changes, others] = row
  const alert = { ...(bodyOf(file) as Json), ...Object.fromEntries(times.map((time) => [time, undefined])) }
  const [one, again, other] = [alert, { ...alert, ...changes }, { ...alert, ...others }].map(
    (body) => idsOf(body)[0],
  )
  expect(again).toBe(one)
  expect(other).not.toBe(one)
})

test('an incident of Symantec DLP without the time of detection is told by that of its creation', () => {
  const [incident] = (bodyOf('symantec-dlp/incidents.json') as { incidents: Json[] }).incidents
  const idOf = (changes: Json) => idsOf({ ...incident, detectionDate: undefined, ...changes })[0]
  expect(idOf({ incidentStatusId: 2, matchCount: 4 })).toBe(idOf({}))
  expect(idOf({ creationDate: '2026-02-01T10:00:12.731' })).not.toBe(idOf({}))
})

test('two scorings of an entity by Vectra are two alerts, also if they name its last detection', () => {
  const { results } = bodyOf('vectra/entities.json') as { results: Json[] }
  const scoring = { ...results[0], entity_id: 41, event_timestamp: '2026-02-01T11:00:00Z' }
  expect(idsOf({ ...scoring, event_timestamp: '2026-02-01T12:00:00Z' })).not.toEqual(idsOf(scoring))
})
