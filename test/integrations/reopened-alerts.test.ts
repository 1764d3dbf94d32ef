import { expect, test } from 'vitest'
import { alertsOf, bodyOf, type Change, changedIn } from './samples.ts'

const GRAPH = 'microsoft-graph/panther-anonymous-login-event-v2.json'
const SENTINELONE = [
  ['threatInfo/incidentStatus', 'in_progress'],
  ['threatInfo/analystVerdict', 'false_positive'],
] as const
const TREND = 'trend-vision-one/test_process.json'

test.each<[file: string, state: string, ...changes: (readonly [path: string, value: Change])[]]>([
  [GRAPH, 'open', ['status', 'inProgress'], ['classification', 'falsePositive']],
  [GRAPH, 'false_positive', ['status', 'new'], ['classification', 'falsePositive']],
  ['sentinelone/threat.json', 'open', ...SENTINELONE],
  ['sentinelone/threat.json', 'false_positive', SENTINELONE[1]],
  [
    'sentinelone/uam-edges.json',
    'open',
    ['data/alerts/edges/0/node/status', 'IN_PROGRESS'],
    ['data/alerts/edges/0/node/analystVerdict', 'FALSE_POSITIVE_BENIGN'],
  ],
  [TREND, 'open', ['investigationStatus', 'In Progress'], ['investigationResult', 'False Positive']],
  [TREND, 'open', ['status', 'In Progress'], ['investigationResult', 'False Positive']],
  [TREND, 'false_positive', ['investigationStatus', 'Closed'], ['investigationResult', 'False Positive']],
  [
    'carbon-black/alert.json',
    'open',
    ['determination/value', 'FALSE_POSITIVE'],
    ['workflow/status', 'IN_PROGRESS'],
  ],
  [
    'carbon-black/alert.json',
    'false_positive',
    ['determination/value', 'FALSE_POSITIVE'],
    ['workflow/status', 'CLOSED'],
  ],
  [
    'splunk/finding.json',
    'open',
    ['disposition_label', 'False Positive - Inaccurate Data'],
    ['status_label', 'In Progress'],
  ],
])(
  'a verdict ends an alert unless its status says that somebody works on it: %s is %s',
  (file, state, ...changes) => {
    const body = changes.reduce((all, [path, value]) => changedIn(all, path, value), bodyOf(file))
    expect(alertsOf(body)[0]!.state).toBe(state)
  },
)

test('a reopened incident of Defender XDR is open whatever its former classification', () => {
  const classified = (status: string) => ({
    incidentId: 924518,
    incidentName: 'Malware reported by a user',
    severity: 'High',
    createdTime: '2026-02-01T10:00:00Z',
    lastUpdateTime: '2026-02-01T11:00:00Z',
    alerts: [],
    status,
    classification: 'FalsePositive',
  })
  expect(alertsOf(classified('InProgress'))[0]!.state).toBe('open')
  expect(alertsOf(classified('Resolved'))[0]!.state).not.toBe('open')
})

test.each([
  ['UNREAD', 'open'],
  ['TODO', 'open'],
  ['OPEN', 'open'],
  ['UnderInvestigation', 'open'],
  ['CLOSED', 'closed'],
])('a MalOp that has the time of an end and the status %s is %s', (status, state) => {
  const body = bodyOf('cybereason/search.json')
  changedIn(body, '0/simpleValues/managementStatus/values/0', status)
  changedIn(body, '0/simpleValues/closeTime/values/0', '1769943600000')
  expect(alertsOf(body)[0]!.state).toBe(state)
})
