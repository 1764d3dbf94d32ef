import { describe, expect, test } from 'vitest'
import { alertsOf, bodyOf, type Change, changed, changedIn, idsOf } from './samples.ts'

/** As in sample-identities.test.ts: alerts that differ in nothing but one field. */
describe('two alerts of what watches applications, sites and networks are never one', () => {
  test.each<[what: string, file: string, path: string, value: Change]>([
    ['a port of EnGenius Cloud', 'engenius-cloud/link-down.json', 'alertData', { port: '4', status: 'down' }],
    ['a device of EnGenius Cloud', 'engenius-cloud/dhcp.json', 'deviceSerial', 'other'],
    ['a time of EnGenius Cloud', 'engenius-cloud/dhcp.json', 'occurredAt', '2026-03-11T06:09:34.000Z'],
    ['an application of Tideways', 'tideways/opened.json', 'application', 'other'],
    ['an incident of Tideways', 'tideways/opened.json', 'notification/incidient_id', 1508569936],
    ['a week of Tideways', 'tideways/weekly-report.json', 'date', '10.04.2017 - 16.04.2017'],
    ['an alert of NetBeez', 'netbeez/alert-open.json', 'data/id', '12399'],
    ['an agent of NetBeez', 'netbeez/alert-open.json', 'data/attributes/agent', 'other'],
    ['a team of PulseAPI', 'pulseapi/created.json', 'team/id', 8],
    ['a site of Pulsewise', 'pulsewise/offline.json', 'site/id', '2'],
    ['a time of Pulsewise', 'pulsewise/offline.json', 'timestamp', '2026-01-15T10:31:00Z'],
    ['a run of PostHog', 'posthog/fired.json', 'id', '0192f3a4-0000-7000-8000-0000000000f9'],
    ['a time of MobileFirst', 'ibm-mobilefirst/crashes.json', 'timestamp', 1442848504432],
    ['a deployment of Vercel', 'vercel/deployment-error.json', 'payload/deployment/id', 'dpl_b1'],
    ['a project of Vercel', 'vercel/alerts.json', 'payload/projectId', 'prj_2'],
    ['a period of Highlight', 'highlight/logs.json', 'EndDate', '2026-02-01T10:06:00Z'],
    ['a detection of FortiDLP', 'fortidlp/detection.json', 'uuid', '6c6f5f3e-0000-4000-8000-000000000003'],
    ['a firing of MoEngage', 'moengage/delivery-rate.json', 'alert_triggered_at', '2026-02-02T10:00:00Z'],
    ['a later verdict', 'cisco-email-threat-defense/message.json', 'verdict/category', 'malicious'],
    ['a trigger of Fullstory', 'fullstory/metric-alert.json', 'data/id', 'a5fe758dc531089a203b20b1'],
    ['a queue of anomonitor', 'anomonitor/growth-spike.json', 'tags', { queue: 'mailers' }],
    ['a time of anomonitor', 'anomonitor/growth-spike.json', 'sampled_at', '2026-08-07T09:05:00Z'],
    ['a crash of Luciq', 'luciq/crash.json', 'console_log', 'other'],
    ['a bug of Luciq', 'luciq/bug.json', 'reported_at', '2026-02-01T10:00:09Z'],
    ['a job of AWX', 'awx/failed.json', 'id', 8],
    ['an installation of AWX', 'awx/failed.json', 'url', 'https://other/#/jobs/playbook/6'],
    ['a change of a job of AWX', 'awx/started.json', 'status', 'failed'],
    ['a report of BugSplat', 'bugsplat/report.json', 'id', 90124],
    ['a database of BugSplat', 'bugsplat/report.json', 'database', 'other'],
    ['a group of BugSplat', 'bugsplat/group.json', 'stackKeyId', 4713],
    ['an attack on a resource', 'kaspersky-ddos/start.json', 'attack_id', 5513],
    ['a resource of Kaspersky DDoS Protection', 'kaspersky-ddos/start.json', 'resource_id', 18],
    ['an incident of Symantec DLP', 'symantec-dlp/incidents.json', 'incidents/0/incidentId', 3809],
    [
      'an Enforce Server',
      'symantec-dlp/static-attributes.json',
      'infoMap/detectionDate',
      '2026-02-02T10:00:00',
    ],
    ['a firing of Databand', 'databand/triggered.json', 'triggered_on', '2024-05-02T10:00:00Z'],
    ['a metric of ArcGIS Monitor', 'arcgis-monitor/added.json', 'events/0/attributes/metric_id', 231],
    ['a window of HyperDX', 'hyperdx/without-type.json', 'startTime', 1769940000000],
    ['an appliance of Nasuni', 'nasuni/firing.json', 'source_appliance', { description: 'other' }],
  ])('%s (%s, %s)', (_, file, path, value) => {
    const [one, other] = [idsOf(bodyOf(file)), idsOf(changed(file, path, value))]
    expect(one[0]).toEqual(expect.any(String))
    expect(other[0]).not.toBe(one[0])
  })

  test('a crash of Luciq without the steps of its user is identified by its delivery', () => {
    expect(idsOf(changed('luciq/crash.json', 'user_steps', 'none'))).toEqual([null])
  })

  test('an alert of Luciq about performance, which has no time, is identified by its delivery', () => {
    expect(idsOf(bodyOf('luciq/performance.json'))).toEqual([null])
  })

  test('firings of Databricks SQL at one time without an id are told apart by their content', () => {
    const firing = (name: string) => ({
      event: 'alert_state_change',
      alert: {
        title: `Alert "${name}" changed status to TRIGGERED`,
        last_triggered_at: '2026-02-01T10:00:00Z',
      },
    })
    const [one, other] = [idsOf(firing('a')), idsOf(firing('b'))]
    expect(one[0]).toEqual(expect.any(String))
    expect(other[0]).not.toBe(one[0])
  })

  test('an alert of Highlight that has no time is identified by its delivery', () => {
    expect(idsOf(bodyOf('highlight/errors.json'))).toEqual([null])
  })
})

test.each<[what: string, file: string, path: string, value: Change]>([
  ['a link that is down', 'engenius-cloud/link-up.json', 'alertData', { port: '3', status: 'down' }],
  ['a word that Tideways did not have so far', 'tideways/closed.json', 'notification/status', 'escalated'],
  ['a job of AWX that was canceled', 'awx/succeeded.json', 'status', 'canceled'],
  ['a short attack', 'kaspersky-ddos/stop.json', 'msg_type', 'attack_short_term'],
  [
    'a new incident of Symantec DLP',
    'symantec-dlp/static-attributes.json',
    'incidentStatusName',
    'incident.status.New',
  ],
  [
    'an incident of Armorblox in progress',
    'armorblox/resolved.json',
    'resolution_state',
    'IN_PROGRESS_INCIDENT_RESOLUTION_STATE',
  ],
  ['a site whose certificate expires', 'pulsewise/offline.json', 'event', 'certificate_expiring'],
])('%s is open', (_, file, path, value) => {
  expect(alertsOf(changed(file, path, value))[0]!.state).toBe('open')
})

test('an alert of Cisco Meraki is not one of EnGenius Cloud, which has hierarchy views', () => {
  expect(alertsOf(bodyOf('meraki/went-down.json'))[0]!.product).toBe('meraki')
  expect(alertsOf(changed('meraki/went-down.json', 'hierarchyviewId', 'h'))[0]!.product).toBe(
    'engenius_cloud',
  )
})

test.each<[what: string, state: string, file: string, path: string, value: Change]>([
  ['a job of AWX that ran', 'passed', 'awx/failed.json', 'status', 'successful'],
  ['a job of AWX that waits', 'informational', 'awx/failed.json', 'status', 'waiting'],
  ['the end of an anomaly', 'resolved', 'kaspersky-ddos/start.json', 'msg_type', 'anomaly_stop'],
  ['a bug of Luciq that is closed', 'closed', 'luciq/bug.json', 'status', 'closed'],
  [
    'an incident of Symantec DLP',
    'resolved',
    'symantec-dlp/static-attributes.json',
    'incidentStatusName',
    'incident.status.Resolved',
  ],
  [
    'an incident of Armorblox',
    'suppressed',
    'armorblox/incident.json',
    'resolution_state',
    'DISMISSED_INCIDENT_RESOLUTION_STATE',
  ],
])('%s is %s', (_, state, file, path, value) => {
  expect(alertsOf(changed(file, path, value))[0]!.state).toBe(state)
})

test('research that calls an incident of Armorblox harmless does not end it while people work on it', () => {
  const judged = changed('armorblox/incident.json', 'research_status', 'FALSE_POSITIVE')
  expect(alertsOf(judged)[0]!.state).toBe('false_positive')
  const reopened = changedIn(judged, 'resolution_state', 'IN_PROGRESS_INCIDENT_RESOLUTION_STATE')
  expect(alertsOf(reopened)[0]!.state).toBe('open')
})

test('columns whose names have a zone are read as those without it', () => {
  const [row] = alertsOf(bodyOf('armorblox/row.json'))
  const [exported] = alertsOf(bodyOf('armorblox/kusto-export.json'))
  expect(exported).toMatchObject({ product: row!.product, state: row!.state })
  expect(exported!.incident).toMatchObject({
    title: row!.incident.title,
    occurredAt: '2021-09-21T00:10:53.000Z',
  })
})
