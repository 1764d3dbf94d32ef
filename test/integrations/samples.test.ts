import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseBody } from '../../services/ingestion/domain/webhook/body.ts'
import { mapVendorSiem } from '../../services/ingestion/domain/webhook/formats/vendor-siem/index.ts'
import { PRODUCTS } from '../../services/ingestion/domain/webhook/formats/vendor-siem/products.ts'
import type { ReadAlert } from '../../services/ingestion/domain/webhook/formats/vendor-siem/read-alert.ts'

const SAMPLES = join(import.meta.dirname, '../webhook/samples')
const files = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .sort()

/** The link to an issue of New Relic, whose template leaves the id out. */
const ISSUE = 'https://radar-api.service.newrelic.com/accounts/1/issues/0ea2df1c-adab-45d2-aae0-042b609d2322'

const PAGE = readFileSync(join(import.meta.dirname, '../../docs/integrations/products.md'), 'utf8')

/** By file: product, title, severity, time, identity (HASH stands for one) and state of each alert, or what is said. */
const EXPECTED: { [file: string]: (string | null)[][] | string } = JSON.parse(
  readFileSync(`${SAMPLES}.expected.json`, 'utf8'),
)

const bodyOf = (file: string): unknown => {
  const parsed = parseBody(readFileSync(join(SAMPLES, file)))
  if (!parsed.ok) throw new Error(parsed.why)
  return parsed.value
}
const alertsOf = (body: unknown): ReadAlert[] => {
  const outcome = mapVendorSiem(body)
  if (outcome.kind !== 'alerts') throw new Error(JSON.stringify(outcome))
  return outcome.alerts
}
const idsOf = (body: unknown) => alertsOf(body).map(({ incident }) => incident.externalId)

describe('alerts as products send them', () => {
  test('every sample has its expectation', () => expect(Object.keys(EXPECTED).sort()).toEqual(files))

  test.each(files)('%s', (file) => {
    const expected = EXPECTED[file]!
    if (typeof expected === 'string') {
      expect(mapVendorSiem(bodyOf(file))).toMatchObject({
        kind: 'unrecognised',
        message: expect.stringMatching(new RegExp(`^${RegExp.escape(expected)}`)),
      })
      return
    }
    const read = alertsOf(bodyOf(file)).map(({ product, incident, state }) => [
      ...[product, incident.title, incident.severity, incident.occurredAt],
      ...[incident.externalId?.replace(/sha256:[0-9a-f]{64}/, 'HASH') ?? null, state],
    ])
    expect(read).toEqual(expected)
  })

  test.each(PRODUCTS)('$id says how its alerts are told apart, and where they are described', (product) => {
    expect(product.identity.why.length).toBeGreaterThan(20)
    expect(product.source).toMatch(/\S/)
    expect(PAGE).toContain(`\`${product.id}\`). ${product.identity.why} Described in ${product.source}.`)
  })
})

describe('two alerts are never one', () => {
  /** Alerts that differ in nothing but one field, by the question whether two alerts can share an id. */
  test.each<[what: string, file: string, path: string, value: Change]>([
    ['a row of a search', 'splunk/per-result-1.json', 'result/src', '10.0.0.9'],
    ['an equal row', 'splunk/per-result-1.json', 'results_link', 'http://example.com/?q=head%202'],
    ['a node of a Wazuh cluster', 'wazuh/w4-syscheck.json', 'cluster', { node: 'worker-2' }],
    ['a manager of Wazuh', 'wazuh/w4-indexer-hit.json', '_source/manager/name', 'other'],
    ['a rule of Wazuh 5', 'wazuh/w5-findings-docker-findings-3.json', 'wazuh/rule/id', 'other'],
    ['a tenant of Defender', 'microsoft-graph/tenzir-defender-incidents.json', 'tenantId', 'other'],
    ['a counting workspace', 'sentinel/r7-example-incident.json', 'id', '/subscriptions/0/other/1505'],
    ['an alert of a flow', 'suricata/alert.json', 'timestamp', '2024-01-07T19:54:41.712928+0000'],
    ['a firing of Falco', 'falco/emergency-array.json', '0/time', '2024-05-01T10:20:05.408091527Z'],
    ['a firing of an alert', 'alertmanager/api-v2-post-array.json', '0/startsAt', '2024-05-01T10:21:05Z'],
    ['an account', 'newrelic/alerta-new-relic-notification.json', 'account_id', 2],
    ['a product', 'aws-securityhub/sechub-guardduty-asff.json', 'ProductArn', 'arn:aws:other'],
    ['a domain of QRadar', 'qradar/offense-12.json', 'domain_id', 3],
    [
      'an alarm',
      'graylog/alerta-graylog-notification.json',
      'check_result/triggered_at',
      '2015-09-10T09:46:54Z',
    ],
    ['a detection', 'crowdstrike/idp_summary_event.json', 'event/DetectId', 'other'],
    ['an alarm of an action', 'aws-cloudwatch/lambda-action.json', 'alarmArn', 'arn:other'],
    ['a firing of LangSmith', 'langsmith/alert.json', 'timestamp', '2024-01-15T10:10:00Z'],
    ['a repository', 'github/code-scanning.json', 'alert/html_url', 'https://github.com/octo/other'],
    ['an account of Prisma Cloud', 'prisma-cloud/webhook.json', '0/accountId', '222'],
    ['an account of Lacework', 'lacework/webhook.json', 'lacework_account', 'y'],
    ['an environment of Dynatrace', 'dynatrace/problem.json', 'PID', '-8191_1700000V2'],
    ['a resource', 'azure-monitor/metric-before-common.json', 'data/context/resourceId', 'other'],
    ['a change of a check', 'pingdom/down.json', 'state_changed_timestamp', 1498861999],
    ['an appliance of Darktrace', 'darktrace/model-breach.json', 'creationTime', 1687987893000],
    ['a brain of Vectra', 'vectra/detection.json', 'headend_addr', '10.0.12.2'],
    ['a scoring of Vectra', 'vectra/scoring.json', 'event_timestamp', '2024-08-13T21:43:59Z'],
    ['an asset of Orca', 'orca/alert.json', 'asset_unique_id', 'other'],
    ['a notification of a budget', 'azure-monitor/budget.json', 'data/SpendingAmount', '2222.00'],
    [
      'a run of a log alert',
      'azure-monitor/log-bare.json',
      'SearchIntervalEndtimeUtc',
      '2018-03-26T10:10:40Z',
    ],
    ['a resource of CrowdStrike', 'crowdstrike/cspm-search.json', 'event/ResourceId', 'i-2'],
    ['a user of a cloud', 'crowdstrike/cspm-ioa.json', 'event/UserName', 'other'],
    ['an issue without an id', 'newrelic/issue-without-id.json', 'issueUrl', ISSUE.replace('/0ea2', '/1ea2')],
    ['an event of a cloud', 'gcp-scc/event-threat-log.json', 'insertId', 'abd'],
    ['a notification of Cloudflare', 'cloudflare/ddos-start.json', 'ts', 1136214246],
    ['an attack', 'cloudflare/ddos-start.json', 'data/attack_id', 'a2'],
    ['a state of Splunk On-Call', 'victorops/critical.json', 'state_start_time', 1496864243],
    [
      'a firing of Coralogix',
      'coralogix/trigger.json',
      'alert_url',
      'https://x.coralogix.in/#/insights?id=2',
    ],
    ['an alert of a rule', 'panther/rule.json', 'alertId', 'other'],
    [
      'an installation of Sysdig',
      'sysdig/active.json',
      'alert/editUrl',
      'https://eu1.app.sysdig.com/#/alerts/1',
    ],
  ])('%s (%s, %s)', (_, file, path, value) => {
    const [others, ids] = [idsOf(changed(file, path, value)), idsOf(bodyOf(file))]
    for (const [i, id] of others.entries()) expect(id).not.toBe(ids[i])
  })

  test('a body with alerts in several lists gives all of them', () => {
    const [wiz, orca] = ['wiz/issue.json', 'orca/alert.json'].map(bodyOf)
    expect(alertsOf({ items: [wiz], alerts: [orca], errors: [] }).map(({ product }) => product)).toEqual(
      expect.arrayContaining(['wiz', 'orca']),
    )
    expect(idsOf({ events: [{ note: 'no alert' }], detections: [wiz] })).toHaveLength(1)
  })

  test('no two samples share an identity but those of one alert in several forms', () => {
    const seen = new Map<string, string>()
    const shared: string[] = []
    for (const file of files.filter((name) => typeof EXPECTED[name] !== 'string')) {
      for (const { product, incident } of alertsOf(bodyOf(file))) {
        const id = `${product} ${incident.externalId}`
        if (incident.externalId !== null && seen.has(id)) shared.push(`${seen.get(id)} = ${file}`)
        seen.set(id, file)
      }
    }
    expect(shared).toEqual([
      'aws-securityhub/eventbridge-envelope.json = aws-securityhub/sechub-guardduty-asff.json',
      'cortex-xdr/alerts_1.json = cortex-xdr/combined_alert.json',
      'elastic/array-of-alerts.json = elastic/integrations-dotted.json',
      'elastic/integrations-dotted.json = elastic/search-hits-array.json',
      'ocsf/ssc-malware.json = ocsf/test_security_finding_3.json',
      'pagerduty/alerta-pagerduty-alert.json = pagerduty/alerta-pagerduty-alert.json',
      'pagerduty/v3-annotated.json = pagerduty/v3-triggered.json',
      'zabbix/event-object.json = zabbix/zulip-alert.json',
    ])
  })
})

describe('one alert is never two', () => {
  test.each<[what: string, file: string, path: string, value: Change]>([
    ['a severity', 'defender/m365-incident.json', 'severity', 'High'],
    ['a status', 'sentinelone/threat.json', 'threatInfo/incidentStatus', 'resolved'],
    ['a status of Wiz', 'wiz/issue-webhook.json', 'issue/status', 'RESOLVED'],
    ['a status of Orca', 'orca/alert.json', 'state/status', 'closed'],
    ['a status of Lacework', 'lacework/alert.json', 'status', 'Open'],
    ['a state of GitHub', 'github/code-scanning.json', 'alert/state', 'fixed'],
    ['a state of a risk', 'entra-id-protection/diagnostic-log.json', 'properties/riskState', 'atRisk'],
    ['an end', 'gcp-monitoring/open.json', 'incident/state', 'closed'],
    ['a workflow', 'carbon-black/alert.json', 'workflow', { status: 'CLOSED' }],
    ['a workflow status', 'elastic/integrations-dotted.json', 'kibana.alert.workflow_status', 'closed'],
    ['a count', 'aws-guardduty/panther-high-sev-finding.json', 'service/count', 7],
    ['a scan', 'crowdstrike/cspm-search.json', 'metadata/eventCreationTime', 1663096088832],
    ['another notifier', 'newrelic/issue-without-id.json', 'issueUrl', ISSUE],
    ['an end of Sysdig', 'sysdig/active.json', 'state', 'OK'],
    ['an event that Panther merged', 'panther/rule.json', 'title', 'renamed'],
    ['a new name of a subscription', 'azure-monitor/budget.json', 'data/SubscriptionName', 'renamed'],
    [
      'an annotation',
      'alertmanager/alerta-prometheus-v3-alert.json',
      'alerts/0/annotations',
      { summary: 'still' },
    ],
    [
      'an offset',
      'alertmanager/alerta-prometheus-v3-alert.json',
      'alerts/0/startsAt',
      '2016-08-01T10:27:08.008Z',
    ],
    [
      'a resolution',
      'azure-monitor/common-alert-schema-log.json',
      'data/essentials/monitorCondition',
      'Resolved',
    ],
  ])('after %s (%s, %s)', (_, file, path, value) => {
    expect(idsOf(changed(file, path, value))).toEqual(idsOf(bodyOf(file)))
  })

  test('an alert keeps its identity whatever group it is notified in', () => {
    const group = bodyOf('grafana/oncall-grafana-alerting.json') as { alerts: unknown[] }
    const alone = { ...group, groupKey: 'other', alerts: [group.alerts[1]] }
    expect(idsOf(alone)).toEqual([idsOf(group)[1]])
  })

  test.each([
    ['cloudflare/ddos-start.json', 'cloudflare/ddos-end.json'],
    ['victorops/critical.json', 'victorops/recovery.json'],
  ])('%s and its end are found by the same key', (begin, end) => {
    const [first, last] = [begin, end].map((file) => alertsOf(bodyOf(file))[0]!)
    expect(first!.closes).not.toBeNull()
    expect(first!.closes).toBe(last!.closes)
    expect(first!.incident.externalId).not.toBe(last!.incident.externalId)
  })

  test('an alarm and what ends it are found by the same key', () => {
    const body = bodyOf('aws-cloudwatch/alerta-cloudwatch-insufficient-data.json') as { Message: string }
    const [alarm, end] = ['ALARM', 'OK'].map((state, hour) => {
      const message = {
        ...JSON.parse(body.Message),
        NewStateValue: state,
        StateChangeTime: `2019-05-13T1${hour}:00:00Z`,
      }
      return alertsOf({ ...body, Message: JSON.stringify(message) })[0]!
    })
    expect([alarm!.state, end!.state]).toEqual(['open', 'resolved'])
    expect(alarm!.closes).toBe(end!.closes)
    expect(alarm!.incident.externalId).not.toBe(end!.incident.externalId)
  })
})

type Change = string | number | { [key: string]: string }

/** A sample with another value at a place. */
function changed(file: string, path: string, value: Change): unknown {
  const body = bodyOf(file)
  const steps = path.split('/')
  const last = steps.pop()!
  let node = body as { [key: string]: unknown }
  for (const step of steps) node = node[step] as { [key: string]: unknown }
  node[last] = value
  return body
}
