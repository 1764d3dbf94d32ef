import { expect, test } from 'vitest'
import { alertsOf, bodyOf, type Change, changed, EXPECTED, files, idsOf } from './samples.ts'

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
    'alerta/list.json = alerta/list.json',
    'alerta/list.json = alerta/open.json',
    'appdynamics/closed.json = appdynamics/open.json',
    'aruba-central/new-central-active.json = aruba-central/new-central-cleared.json',
    'asim-alert/active.json = asim-alert/closed.json',
    'aws-cost-anomaly/eventbridge.json = aws-cost-anomaly/sns.json',
    'aws-securityhub/eventbridge-envelope.json = aws-securityhub/sechub-guardduty-asff.json',
    'azure-devops/alert-created.json = azure-devops/alert-fixed.json',
    'better-stack/resolved.json = better-stack/started.json',
    'bugsnag/comment.json = bugsnag/first-exception.json',
    'checkmarx-one/results.json = checkmarx-one/results.json',
    'checkpoint-cloudguard/failed.json = checkpoint-cloudguard/passed.json',
    'cisco-catalyst-center/active.json = cisco-catalyst-center/resolved.json',
    'cisco-intersight/alarm.json = cisco-intersight/cleared.json',
    'cortex-xdr/alerts_1.json = cortex-xdr/combined_alert.json',
    'cortex-xsoar/closed.json = cortex-xsoar/incident.json',
    'cronitor/alert.json = cronitor/recovery.json',
    'doppel/alert.json = doppel/resolved.json',
    'duo-trust-monitor/event.json = duo-trust-monitor/processed.json',
    'dynatrace/api-closed.json = dynatrace/api-problems.json',
    'dynatrace/api-problems.json = dynatrace/davis-problem.json',
    'elastic/array-of-alerts.json = elastic/integrations-dotted.json',
    'elastic/integrations-dotted.json = elastic/search-hits-array.json',
    'firehydrant/created.json = firehydrant/gameday.json',
    'firehydrant/gameday.json = firehydrant/resolved.json',
    'gcp-service-health/active.json = gcp-service-health/resolved.json',
    'gitguardian/ignored.json = gitguardian/triggered.json',
    'goalert/alert.json = goalert/closed.json',
    'grafana-incident/closed.json = grafana-incident/created.json',
    'grafana-incident/created.json = grafana-incident/drill.json',
    'hackerone/informative.json = hackerone/new.json',
    'icinga/notifications-recovered.json = icinga/notifications-webhook.json',
    'incident-io/alert-resolved.json = incident-io/alert.json',
    'incident-io/created.json = incident-io/status-closed.json',
    'instana/closed.json = instana/open.json',
    'jira/automation.json = jira/comment.json',
    'jira/comment.json = jira/created.json',
    'jira/created.json = jira/done.json',
    'keep/firing.json = keep/resolved.json',
    'lakewatch/created.json = lakewatch/duplicate.json',
    'lakewatch/duplicate.json = lakewatch/resolved.json',
    'metlo/ignored.json = metlo/open.json',
    'microsoft-365/dlp-match.json = microsoft-365/dlp-undo.json',
    'mongodb-atlas/closed.json = mongodb-atlas/open.json',
    'netwitness/false-positive.json = netwitness/incident.json',
    'ocsf/ssc-malware.json = ocsf/test_security_finding_3.json',
    'pagerduty/alerta-pagerduty-alert.json = pagerduty/alerta-pagerduty-alert.json',
    'pagerduty/v3-annotated.json = pagerduty/v3-triggered.json',
    'promptfoo/created.json = promptfoo/fixed.json',
    'rollbar/new-item.json = rollbar/resolved-item.json',
    'rootly/incident.json = rootly/resolved.json',
    'sekoia/alert.json = sekoia/rejected.json',
    'suricata/blocked.json = suricata/drop.json',
    'symantec-endpoint-security/closure.json = symantec-endpoint-security/creation.json',
    'symantec-endpoint-security/creation.json = symantec-endpoint-security/false-positive.json',
    'trend-conformity/checks.json = trend-conformity/checks.json',
    'trend-conformity/checks.json = trend-conformity/checks.json',
    'updown/down.json = updown/up.json',
    'wavefront/opened.json = wavefront/resolved.json',
    'zabbix/event-object.json = zabbix/zulip-alert.json',
  ])
})

/** As in sample-identities.test.ts: alerts that differ in nothing but one field. */
test.each<[what: string, file: string, path: string, value: Change]>([
  ['a rule that matches the event of an ECS alert', 'elastic/ecs-zerofox.json', 'rule/name', 'other'],
  ['a document of Elastic Defend', 'elastic/ecs-endpoint-hit.json', '_source/process', { pid: '2' }],
  ['a firing of an alarm of Oracle Cloud', 'oracle-cloud/firing.json', 'timestampEpochMillis', 1769950000000],
  ['an alert of Auvik', 'auvik/triggered.json', 'alertId', 'other'],
  ['an issue of Catalyst Center', 'cisco-catalyst-center/active.json', 'instanceId', 'other'],
  ['a stack of Grafana IRM', 'grafana-incident/created.json', 'incident/createdTime', '2026-02-01T09:00:00Z'],
  ['an event of Bugsnag', 'bugsnag/first-exception.json', 'error/id', 'other'],
  ['a firing of LogScale', 'logscale/alert.json', 'timestamp', '2026-02-01T11:00:00.000Z'],
  ['a firing of Loggly', 'loggly/alert.json', 'end_time', 'Feb 01 11:05:00'],
  ['a message in Aria Operations for Logs', 'aria-operations-logs/alert.json', 'messages/0/timestamp', 1],
  ['a change of HetrixTools', 'hetrixtools/offline.json', 'timestamp', 1769950000],
  ['a packet of Snort', 'snort/alert.json', 'timestamp', '02/01-10:00:00.123457'],
  ['an alert of OSSEC', 'ossec/alert.json', 'id', '1769940000.4232'],
  ['a resource of Capella', 'couchbase-capella/alert.json', 'resource/id', 'other'],
  ['a product of ASIM', 'asim-alert/active.json', 'EventProduct', 'other'],
  ['a firing in Keep', 'keep/firing.json', 'firingStartTime', '2026-02-01T09:00:00.000Z'],
  ['a site of Jira', 'jira/created.json', 'issue/self', 'https://other/rest/api/2/issue/10002'],
  ['a source of Splunk SOAR', 'splunk-soar/container.json', 'label', 'other'],
  ['an organization of IBM SOAR', 'ibm-soar/incident.json', 'org_id', 202],
  ['an installation of XSOAR', 'cortex-xsoar/incident.json', 'created', '2026-02-01T10:00:06Z'],
  ['an organization of Cloud SIEM', 'sumo-logic/insight.json', 'orgId', 'other'],
])('%s is another (%s, %s)', (_, file, path, value) => {
  const [others, ids] = [idsOf(changed(file, path, value)), idsOf(bodyOf(file))]
  for (const [i, id] of others.entries()) expect(id).not.toBe(ids[i])
})
