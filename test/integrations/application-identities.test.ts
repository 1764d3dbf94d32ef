import { describe, expect, test } from 'vitest'
import { alertsOf, bodyOf, type Change, changed, idsOf } from './samples.ts'

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

  test('an alert of Highlight that has no time is identified by its delivery', () => {
    expect(idsOf(bodyOf('highlight/errors.json'))).toEqual([null])
  })
})

test.each<[what: string, file: string, path: string, value: Change]>([
  ['a link that is down', 'engenius-cloud/link-up.json', 'alertData', { port: '3', status: 'down' }],
  ['a word that Tideways did not have so far', 'tideways/closed.json', 'notification/status', 'escalated'],
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
