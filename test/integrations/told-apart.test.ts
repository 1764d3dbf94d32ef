import { describe, expect, test } from 'vitest'
import { alertsOf, bodyOf, changedIn, idsOf } from './samples.ts'

type Json = { [key: string]: unknown }
const sample = (file: string, more: Json = {}): Json => ({ ...(bodyOf(file) as Json), ...more })
const nested = (file: string, ...changes: readonly [path: string, value: string][]): Json =>
  changes.reduce((all, [path, value]) => changedIn(all, path, value), bodyOf(file)) as Json
const LAST_DETECTED = 'data/additionalDetails/lastDetected'
const STATISTICS = 'vertex-model-monitoring/statistics.json'
const [alcide] = bodyOf('alcide-kaudit/detections.json') as Json[]
const anvilogic = sample('anvilogic/row.json')
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
      'statistics of Vertex AI in an entry of information whose count cannot be read',
      nested(
        'vertex-model-monitoring/statistics-uncounted.json',
        ['jsonPayload/anomalyCount', 'some'],
        ['severity', 'INFO'],
      ),
    ],
    ['statistics of Vertex AI, of which the last is above its threshold', manyStatistics()],
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
    [
      'findings of Gitleaks without a commit, whose secrets are redacted',
      leaked({ Description: 'a' }),
      leaked({ Description: 'b' }),
    ],
    [
      'findings of Gitleaks in one line of a commit',
      leaked({ Commit: '4c1f', StartColumn: 3 }),
      leaked({ Commit: '4c1f', StartColumn: 50 }),
    ],
    [
      'problems of Oracle Cloud Guard without the time of their detection',
      nested('oracle-cloud-guard/detected.json', [LAST_DETECTED, '']),
      nested('oracle-cloud-guard/detected.json', [LAST_DETECTED, ''], ['eventTime', '2026-02-09T10:06:00Z']),
    ],
    [
      'alerts of Socket with one key in two repositories',
      nested('socket/created.json', ['data/alert/id', '']),
      nested('socket/created.json', ['data/alert/id', ''], ['data/alert/locations/0/repo', 'other']),
    ],
    [
      'alerts of Socket that were created twice, without that time',
      nested('socket/created.json', ['data/alert/createdAt', '']),
      nested('socket/created.json', ['data/alert/createdAt', ''], ['timestamp', '2026-02-09T10:00:05.000Z']),
    ],
    ...['metricType', 'appVersion'].map((name): [string, Json, Json] => [
      `alerts of Firebase about another ${name}`,
      nested('firebase-alert/performance.json'),
      nested('firebase-alert/performance.json', [`data/payload/${name}`, 'other']),
    ]),
    [
      'statistics of Vertex AI beside an empty objective of anomalies',
      nested(STATISTICS, ['jsonPayload/anomalyObjective', '']),
      nested(STATISTICS, ['jsonPayload/anomalyObjective', ''], ['timestamp', '2024-02-03T20:00:05Z']),
    ],
    [
      'security problems of Dynatrace without an address',
      sample('dynatrace/security-problem.json', { SecurityProblemUrl: '' }),
      sample('dynatrace/security-problem.json', { SecurityProblemUrl: '', Title: 'Injection' }),
    ],
    [
      'alerts of Google SecOps about one asset at one time',
      assetAlert({ rawLog: 'YQ==' }),
      assetAlert({ rawLog: 'Yg==' }),
    ],
    [
      'risks of APIs of Checkmarx One in two projects',
      sample('checkmarx-one/api-risk.json'),
      sample('checkmarx-one/api-risk.json', { project_id: 'other' }),
    ],
    [
      'errors of Airbrake without a time and a project',
      nested('airbrake/error.json', ['error/last_occurred_at', ''], ['error/project/id', '-']),
      nested(
        'airbrake/error.json',
        ['error/last_occurred_at', ''],
        ['error/project/id', '-'],
        ['error/error_message', 'x'],
      ),
    ],
    ['results of one check for two data sets', checked({ datasets: [{ id: 'a' }] }), checked({})],
    [
      'messages of one campaign of Abnormal',
      sample('abnormal-security/threat.json', { campaignId: 'c' }),
      sample('abnormal-security/threat.json', { campaignId: 'c', abxMessageIdStr: '-1' }),
    ],
    [
      'detections of Alcide kAudit with a short text only',
      { ...alcide, doc: undefined },
      { ...alcide, doc: undefined, short_doc: 'another change' },
    ],
    [
      'alerts of Anvilogic about one event that name the rule only',
      { ...anvilogic, avl_rule_id: undefined },
      { ...anvilogic, avl_rule_id: undefined, avl_rule_name: 'Another rule' },
    ],
    [
      'alerts of Code42 Incydr about one session',
      { ...incydr('alerts'), sessionId: 's' },
      { ...incydr('alerts'), sessionId: 's', id: '1f0c7a52-0000-4000-8000-000000000009' },
    ],
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

test.each([
  { event_id: 4625, event_severity: 'high', event_name: 'Logon failure', event_status: 'new' },
  { EventId: 'F0461', EventSeverity: 'major', Description: 'Fan module 1/1-1' },
])('an event of a kind with a severity is none of Zabbix: %j', (body) => {
  expect(() => idsOf(body)).toThrow('unrecognised')
})

test('the end of an alert of Socket without the time of its creation finds it by its id, or its key and repository', () => {
  for (const id of ['alr_01example', '']) {
    const [created, cleared] = ['created', 'cleared'].map(
      (name) =>
        alertsOf(nested(`socket/${name}.json`, ['data/alert/createdAt', ''], ['data/alert/id', id]))[0]!,
    )
    expect(created!.closes).not.toBeNull()
    expect(cleared!.closes).toBe(created!.closes)
    expect(cleared!.state).toBe('resolved')
  }
})

test('a report of CybelAngel without its UUID has the identity of its end', () => {
  const [first] = (bodyOf('cybelangel/reports.json') as { reports: Json[] }).reports
  const ids = ['open', 'resolved'].map((status) => idsOf({ ...first, id: undefined, status })[0])
  expect(ids).toEqual(['YAZ1M1', 'YAZ1M1'])
})

test('the end of a report of CybelAngel without its UUID finds the report by the number of its incident', () => {
  const [first] = (bodyOf('cybelangel/reports.json') as { reports: Json[] }).reports
  const [report] = alertsOf(first)
  const [end] = alertsOf({ ...first, id: undefined, status: 'resolved' })
  expect([end!.state, report!.closes]).toEqual(['resolved', 'YAZ1M1'])
  expect(end!.closes).toBe(report!.closes)
})

test('a detection of Hayabusa whose level is undefined is an open alert of unknown severity', () => {
  const [alert] = alertsOf(sample('hayabusa/critical.json', { Level: 'undefined' }))
  expect([alert!.state, alert!.incident.severity]).toEqual(['open', 'unknown'])
})

test('the newest state of a session of Code42 Incydr counts, whatever the form of its times', () => {
  const states = [
    { state: 'OPEN_NEW_DATA', sourceTimestamp: '2026-02-02T10:00:00Z' },
    { state: 'CLOSED', sourceTimestamp: '2026-02-01T10:00:00Z' },
  ]
  expect(stateOf({ ...incydr('sessions'), states })).toBe('open')
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

/** An alert of Google SecOps about an asset. */
function assetAlert(more: Json): Json {
  const { alerts } = sample('google-secops/alerts-of-assets.json') as { alerts: { alertInfos: Json[] }[] }
  const [about] = alerts
  return { alerts: [{ ...about, alertInfos: [{ ...about!.alertInfos[0], ...more }] }] }
}

/** The first alert or session of a sample of Code42 Incydr. */
function incydr(name: 'alerts' | 'sessions'): Json {
  const [list] = Object.values(sample(`code42-incydr/${name}.json`)).filter(Array.isArray)
  return list![0]
}

/** A finding of Gitleaks without a commit. */
function leaked(more: Json): Json {
  return { ...(bodyOf('gitleaks/report.json') as Json[])[1]!, ...more }
}

/** A result of a check of Soda. */
function checked(more: Json): Json {
  const { checkResults } = sample('soda/checks.json') as { checkResults: Json[] }
  return sample('soda/checks.json', { checkResults: [{ ...checkResults[0], ...more }] })
}

function manyStatistics(): Json {
  const entry = nested('vertex-model-monitoring/statistics-uncounted.json', ['severity', 'INFO'])
  const payload = entry.jsonPayload as { featureStats: unknown[] }
  const [within, above] = payload.featureStats
  return { ...entry, jsonPayload: { ...payload, featureStats: [...Array(1000).fill(within), above] } }
}
