import { describe, expect, test } from 'vitest'
import { alertsOf, bodyOf, type Change, changedIn } from './samples.ts'

type Json = { [key: string]: unknown }
const stateOf = (body: unknown) => alertsOf(body)[0]!.state

describe('the case of a word does not decide whether an alert is open', () => {
  test.each<[file: string, path: string]>([
    ['dependency-track/new-vulnerability.json', 'notification/group'],
    ['hcp-terraform/drifted.json', 'trigger'],
    ['jira/created.json', 'webhookEvent'],
    ['aws-sagemaker/violations.json', 'detail/ExitMessage'],
    ['stormshield-ses/analysis-match.json', '0/TypeComputedMap'],
  ])('%s %s', (file, path) => {
    const word = valueIn(bodyOf(file), path) as string
    expect(stateOf(bodyOf(file))).toBe('open')
    for (const other of [word.toUpperCase(), word.toLowerCase()])
      expect(stateOf(changedIn(bodyOf(file), path, other))).toBe('open')
  })

  test('tailscale/events.json', () => {
    expect(stateOf(changedIn(bodyOf('tailscale/events.json'), '0/type', 'nodekeyexpired'))).toBe('open')
  })
})

describe('an alert is open if the value that says that nothing was found cannot be read', () => {
  test.each<[file: string, path: string, value: Change, before: Change]>([
    ['aqua/scans.json', '1/disallowed', 'true', 'false'],
    ['aqua/scans.json', '1/vulnerability_summary/critical', 'many', 0],
    ['azure-machine-learning/runs.json', '1/data/RunStatus', '', 'Completed'],
    ['mlrun/run-failed.json', 'runs/0/status/state', '', 'completed'],
    ['render/deploy-succeeded.json', 'data/status', '', 'succeeded'],
    ['trivy-operator/nothing-found.json', 'report/summary/criticalCount', 'many', 0],
    ['trivy-operator/nothing-found.json', 'report/summary', { updateTimestamp: 't' }, { criticalCount: '0' }],
  ])('%s %s: %j', (file, path, value, before) => {
    const place = /^\d+/.exec(path) === null ? 0 : Number(path.split('/')[0])
    const states = [value, before].map((one) => alertsOf(changedIn(bodyOf(file), path, one))[place]!.state)
    expect(states[0]).toBe('open')
    expect(states[1]).not.toBe('open')
  })
})

test('a software bill of materials of the Trivy Operator needs no action', () => {
  for (const kind of ['SbomReport', 'ClusterSbomReport']) {
    const report = changedIn(bodyOf('trivy-operator/nothing-found.json'), 'kind', kind)
    const summary = { componentsCount: '214', dependenciesCount: '215' }
    expect(stateOf(changedIn(report, 'report/summary', summary))).toBe('informational')
  }
})

test.each(['open', 'ack', 'closed'])(
  'an alert of Alerta of normal severity is over, though it is %s',
  (status) => {
    for (const severity of ['normal', 'ok', 'cleared'])
      expect(stateOf({ ...(bodyOf('alerta/open.json') as Json), severity, status })).toBe('resolved')
  },
)

test('an id of digits may be a number, without the zero at its beginning', () => {
  for (const entry of [
    {
      ...{ logid: 419016384, type: 'utm', subtype: 'ips', level: 'alert', vd: 'root', date: '2026-02-01' },
      ...{ time: '10:00:00', devid: 'FG1', attack: 'Exploit', severity: 'high', action: 'dropped' },
    },
    {
      ...{ log_id: 20703406001, log_type: 'IDP', log_component: 'Signatures', log_subtype: 'Drop' },
      ...{ device_id: 'C1', date: '2026-02-01', time: '10:00:00', signature_msg: 'Exploit' },
    },
  ])
    expect(alertsOf(entry)).toMatchObject([{ state: 'open' }])
})

function valueIn(body: unknown, path: string): unknown {
  return path.split('/').reduce<unknown>((node, step) => (node as Json)[step], body)
}

test('a message that people report to Abnormal Security, and which is judged safe, is no open alert', () => {
  const state = (changes: Json) =>
    stateOf({ ...(bodyOf('abnormal-security/abuse-campaign.json') as Json), ...changes })
  expect(state({ judgementStatus: 'Safe', overallStatus: 'No Action Needed' })).toBe('false_positive')
  expect(state({ judgementStatus: 'Unknown', overallStatus: 'No Action Needed' })).toBe('closed')
  expect(state({ judgementStatus: 'Spam', overallStatus: '' })).toBe('open')
})

test.each([
  [true, 'resolved'],
  [false, 'open'],
])('a detection of ESET Connect with resolved = %j is %s', (resolved, state) => {
  const { detections } = bodyOf('eset/listed.json') as { detections: Json[] }
  expect(stateOf({ detections: [{ ...detections[0], resolved }] })).toBe(state)
})
