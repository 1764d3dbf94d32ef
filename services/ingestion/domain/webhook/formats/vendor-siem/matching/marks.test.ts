import { expect, test } from 'vitest'
import { mapVendorSiem } from '../../vendor-siem.ts'

const at = '2026-02-03T08:15:42Z'

test.each([
  [
    'Wazuh',
    'rule.level',
    { _source: { rule: { id: '1' }, agent: { id: '1' }, manager: { name: 'm' }, timestamp: at } },
  ],
  ['Wazuh', '@timestamp', { wazuh: { rule: { title: 't' } }, event: {} }],
  ['Elastic Security', 'kibana.alert', { 'kibana.alert.uuid': 'u', 'kibana.alert.severity': 'high' }],
  [
    'CrowdStrike Falcon',
    'event (an object)',
    { metadata: { eventType: 'EppDetectionSummaryEvent', offset: 1 } },
  ],
  ['Splunk', 'sid', { result: { host: 'h' }, search_name: 's', results_link: 'http://splunk.example' }],
  ['Splunk', 'result (an object)', { sid: 's', search_name: 's', results_link: 'http://splunk.example' }],
  ['Microsoft Sentinel', 'type', { name: 'n', properties: { title: 't', incidentNumber: 7 } }],
  [
    'HackerOne',
    'data.report.id',
    { data: { activity: { type: 'activity-bug-filed' }, report: { type: 'report' } } },
  ],
  [
    'Sentry',
    'data.',
    { action: 'triggered', installation: { uuid: 'u' }, data: {}, actor: { type: 'application' } },
  ],
  ['incident.io', '.id', { event_type: 'public_incident.incident_created_v2' }],
  [
    'Azure Monitor',
    'data.context',
    { schemaId: 'Microsoft.Insights/activityLogs', data: { status: 'Activated' } },
  ],
  ['Tailscale', 'timestamp', [{ tailnet: 'example.com', version: 1, message: 'Node key expired' }]],
  ['Trend Micro Deep Security', 'LogDate', [{ HostAgentGUID: 'g', EventType: 'AntiMalwareEvent' }]],
  ['Palo Alto Networks', 'SequenceNo', { DeviceSN: '007', LogType: 'THREAT' }],
  ['Prometheus Alertmanager', 'alerts', { groupKey: '{}', receiver: 'r', groupLabels: {}, status: 'firing' }],
])('the refusal of a body that almost is %s’s names the missing part: %s', (product, lacked, body) => {
  const outcome = mapVendorSiem(body)
  if (outcome.kind !== 'unrecognised') throw new Error(outcome.kind)
  const [, name, missing] = /the nearest is (.*?), which lacks (.*)\. Map it/.exec(outcome.message) ?? []
  expect(name).toContain(product)
  expect(missing).toContain(lacked)
  expect(outcome.missing.length).toBeGreaterThan(0)
})

test('the refusal of a body without a mark of a product names none', () => {
  const bodies = [
    ...[{ result: 'x', event: {} }, { metadata: { id: 1 } }, { agent: { id: '1' } }, null],
    ...[
      { uuid: 'u', name: 'n' },
      { type: 'module', version: '1.2.0' },
      { id: 'activity_1', created_at: '2026-02-01T10:00:00Z', type: 'sso_toggled', actor: {} },
      { event_type: 'login', timestamp: '2026-02-01T10:00:00Z', action: 'sign_in' },
    ],
  ]
  for (const body of bodies)
    expect(mapVendorSiem(body)).toMatchObject({
      missing: [],
      message: expect.not.stringContaining('nearest'),
    })
})

test('the refusal names a common format if the alert lacks only a part of it', () => {
  const alert = { name: 'Disk full', status: 'firing', severity: 'high', fingerprint: 'f', providerType: 'x' }
  expect(mapVendorSiem(alert)).toMatchObject({
    message: expect.stringContaining('the nearest is Keep, which lacks lastReceived'),
  })
})

test('fields of every product make no product the nearest, also nested ones and those of a kind of value', () => {
  const bodies = [
    {
      monitor: { name: 'drift', id: '1' },
      status: 'triggered',
      model: 'm',
      timestamp: '2026-02-01T10:00:00Z',
    },
    { id: 'x', type: 'session.started', user: 'u', timestamp: 1 },
    // One of several fields that a product needs tells only if it is the product's own.
    { id: '1', name: 'Disk full', status: 'firing', severity: 'high' },
  ]
  for (const body of bodies)
    expect(mapVendorSiem(body)).toMatchObject({
      missing: [],
      message: expect.not.stringContaining('nearest'),
    })
})
