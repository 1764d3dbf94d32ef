import { describe, expect, test } from 'vitest'
import { alertsOf, bodyOf, idsOf } from './samples.ts'

type Json = { [key: string]: unknown }
const sample = (file: string, more: Json = {}): Json => ({ ...(bodyOf(file) as Json), ...more })
const stateOf = (body: unknown) => alertsOf(body)[0]!.state

describe('an alert that resembles a test or no alert stays open', () => {
  test.each<[what: string, body: Json]>([
    [
      'an event of an environment that is called TEST',
      sample('datadog/posted-by-another.json', { title: '[TEST] [Triggered] Bandwidth' }),
    ],
    ['a monitor that is called so', sample('datadog/test-of-monitor.json', { title: '[TEST] CPU is high' })],
    [
      'an evaluation whose policies only report what is critical',
      sample('sonatype/evaluation-failed.json', {
        applicationEvaluation: {
          ...(sample('sonatype/evaluation-failed.json').applicationEvaluation as Json),
          outcome: 'none',
        },
      }),
    ],
    [
      'a monitor of Axiom whose name begins as an end does',
      sample('axiom/without-action.json', { action: 'Open', title: 'Resolved: tickets' }),
    ],
  ])('%s', (_, body) => {
    expect(stateOf(body)).toBe('open')
  })
})

describe('two alerts have different identities', () => {
  test.each<[what: string, one: Json, other: Json]>([
    [
      'of a monitor of Axiom whose template has a text of the event',
      sample('axiom/without-action.json', { action: 'Open', event: 'a' }),
      sample('axiom/without-action.json', {
        action: 'Open',
        event: 'a',
        queryEndTime: '2026-02-02 10:00:03',
      }),
    ],
    ['results of one check for two data sets', checked({ datasets: [{ id: 'a' }] }), checked({})],
  ])('%s', (_, one, other) => {
    const [first, second] = [idsOf(one), idsOf(other)]
    expect(first[0]).toEqual(expect.any(String))
    expect(first[0]).not.toBe(second[0])
  })

  test.each<[what: string, body: Json]>([
    ['results of a check without a time', checked({ dataTimestamp: null })],
    [
      'alerts of Commvault without a time',
      { Alert: 'a', CommCell: 'b', 'Detected Criteria': 'c', Type: 'd', Client: 'e' },
    ],
  ])('%s have no identity, so that each delivery is another alert', (_, body) => {
    expect(idsOf(body)[0]).toBeNull()
  })
})

test('a field that marks a test is not read as other alerts’ status', () => {
  expect(alertsOf(bodyOf('gcp-monitoring/open.json'))[0]!.status).toBe('open')
  const panther = sample('panther/rule.json', { isTest: false, status: 'OPEN' })
  expect(alertsOf(panther)[0]!.status).toBe('OPEN')
})

test('a Canarytokens time is read only if it is in UTC', () => {
  const at = (time: string) => alertsOf(sample('canarytokens/used.json', { time }))[0]!.incident.occurredAt
  expect(at(' 2026-02-01 10:00:00  (UTC) ')).toBe('2026-02-01T10:00:00.000Z')
  expect(at('2026-02-01 10:00:00 (CET)')).toBeNull()
  // A text of blanks and what is not the zone: nothing in it is read again and again.
  expect(at(`2026${' '.repeat(4000)}(`)).toBeNull()
})

/** A result of a check of Soda. */
function checked(more: Json): Json {
  const { checkResults } = sample('soda/checks.json') as { checkResults: Json[] }
  return sample('soda/checks.json', { checkResults: [{ ...checkResults[0], ...more }] })
}
