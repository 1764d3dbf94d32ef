import { describe, expect, test } from 'vitest'
import { alertsOf, bodyOf, type Change, changed, EXPECTED, files, idsOf } from './samples.ts'

/** The link to an issue of New Relic, whose template leaves the id out. */
const ISSUE = 'https://radar-api.service.newrelic.com/accounts/1/issues/0ea2df1c-adab-45d2-aae0-042b609d2322'

/** Where an exported assessment holds the id of its finding. */
const SUB_ASSESSMENT = 'properties/additionalData/subAssessment/id'
const ALERT_STATUS = 'Monitor other just entered alert status. - Severity: 1'

describe('two alerts are never one', () => {
  /** Alerts that differ in nothing but one field, by the question whether two alerts can share an id. */
  test.each<[what: string, file: string, path: string, value: Change]>([
    ['a firing of Braintrust', 'braintrust/alert.json', 'details', { time_end: '2025-05-12T12:00:00.000Z' }],
    ['an entry of Auth0', 'auth0/leaked-password.json', 'log_id', 'other'],
    ['a repository of Azure DevOps', 'azure-devops/alert-created.json', 'resource/repositoryUrl', 'other'],
    ['a threat of NeuVector', 'neuvector/threat.json', 'reported_timestamp', 1714557700],
    ['an image of Harbor', 'harbor/scanned.json', 'event_data/resources/0/resource_url', 'other'],
    ['an account of ECR', 'aws-ecr/scan.json', 'account', '222222222222'],
    ['what ECR finds', 'aws-ecr/scan.json', 'detail/finding-severity-counts', { HIGH: '1' }],
    ['a notice of Honeybadger', 'honeybadger/occurred.json', 'notice/id', 19136137698],
    ['an outage of Honeybadger', 'honeybadger/down.json', 'outage/down_at', '2020-03-15T12:24:34Z'],
    [
      'a warning of a certificate',
      'honeybadger/certificate.json',
      'site/last_checked_at',
      '2020-03-16T12:24:34Z',
    ],
    [
      'a missed check-in',
      'honeybadger/check-in-missing.json',
      'check_in/reported_at',
      '2020-03-15T12:31:29Z',
    ],
    ['a file of a mail', 'mimecast/av.json', 'sha256', '4e09c058ef8f9805daca546b'],
    ['a click on a link', 'mimecast/url-blocked.json', 'timestamp', 1715767102754],
    ['a controller of AppDynamics', 'appdynamics/open.json', 'controller_url', 'https://other'],
    ['an installation of GoAlert', 'goalert/alert.json', 'GoAlertURL', 'https://other/alerts/79685'],
    ['a check that went down again', 'healthchecks/down.json', 'check/n_pings', 121],
    ['a change of a schedule', 'healthchecks/down.json', 'check/grace', 60],
    ['an installation of Icinga', 'icinga/notifications-webhook.json', 'incident/url', 'http://other'],
    ['an event of Icinga', 'icinga/event-notification.json', 'timestamp', 1445421319.722],
    ['a change of a service', 'nagios/opsgenie-script.json', 'last_service_state_change', '1714557900'],
    ['a volatile service of Nagios', 'nagios/opsgenie-script.json', 'service_output', 'Scan from 192.0.2.9'],
    ['a notification without the change', 'nagios/host-down.json', 'NAGIOS_TIMET', '1714557700'],
    ['a firing of LogicMonitor', 'logicmonitor/pagertree-template.json', 'start', '2024-05-02 10:00:00 UTC'],
    ['a certificate', 'uptime-kuma/certificate.json', 'msg', 'b.example.com will expire in 7 days'],
    ['a device of Meraki', 'meraki/went-down.json', 'deviceSerial', 'other'],
    ['an event of Secure Endpoint', 'cisco/secure-endpoint.json', 'data/timestamp_nanoseconds', 162019001],
    ['a customer of Cloud Optix', 'sophos/cloud-optix.json', 'accountId', '9'],
    [
      'a classic metric alert',
      'azure-monitor/classic-metric.json',
      'context/timestamp',
      '2015-09-18T02:02:35Z',
    ],
    ['a customer of USTA', 'usta/credentials.json', 'company', { id: '1' }],
    ['a rule of Ubika', 'ubika/cloud-protector.json', 'rule_id', 'other'],
    ['a recipient of Retarus', 'retarus/virus.json', 'recipient', 'other@retarus.de'],
    ['an attack of DataDome', 'datadome/started.json', 'startDateTime', '21 January, 18:53 UTC +00:00'],
    ['a domain of Devo', 'devo/alerts.json', 'alerts/0/domain', 'other'],
    [
      'a customer of Red Canary',
      'red-canary/detection.json',
      'attributes/confirmed_at',
      '2025-04-25T14:57:47.699Z',
    ],
    ['a firing of AppOptics', 'appoptics/alert.json', 'trigger_time', 1459415503],
    [
      'an error of Airbrake that came back',
      'airbrake/error.json',
      'error/last_occurred_at',
      '2016-06-11T17:07:10.76Z',
    ],
    ['an error of Raygun', 'raygun/new-error.json', 'error/url', 'http://app.raygun.io/other'],
    ['a secret of GitGuardian', 'gitguardian/triggered.json', 'incident/date', '2022-06-20T07:45:31.666463Z'],
    ['an appliance of Trellix HX', 'trellix/hx.json', 'appliance', { _id: 'other' }],
    ['a rule of Trellix EDR', 'trellix/edr.json', 'attributes/ruleId', 'other'],
    ['a workspace of Censys', 'censys/opened.json', 'event/data/workspace_id', 'w2'],
    ['a repository of Semgrep', 'semgrep/finding.json', '0/semgrep_finding/first_seen_scan_id', 'other'],
    ['an alert of CrowdSec', 'crowdsec/alert.json', '0/start_at', '2020-10-09T10:00:03Z'],
    ['a device of Harmony Mobile', 'checkpoint/harmony-mobile.json', 'device_id', 9],
    [
      'a notification of Dependency-Track',
      'dependency-track/new-vulnerability.json',
      'notification/timestamp',
      '2018-08-28T23:26:22.961',
    ],
    ['a tenant of Cortex XDR', 'cortex-xdr/alerts_1.json', 'detection_timestamp', 1706191461295],
    ['a product that counts', 'ocsf/risk-level.json', 'metadata/product/name', 'Other'],
    ['a customer of FortiSIEM', 'fortisiem/cleared.json', 'customer', 'Other'],
    ['an installation of LogRhythm', 'logrhythm/alarm.json', 'alarmDate', '2021-08-18T13:36:39.78'],
    ['a tenant of Securonix', 'securonix/open.json', 'tenantInfo', { tenantid: '2' }],
    ['a run of a policy of Fleet', 'fleet/failing-policy.json', 'timestamp', '2024-05-02T10:00:00Z'],
    ['a firing of Kapacitor', 'kapacitor/critical.json', 'time', '2024-05-01T11:05:00Z'],
    ['a kind of Huntress', 'huntress/created.json', 'event_type', 'escalation.created'],
    ['an account of AWS Health', 'aws-health/issue.json', 'detail/affectedAccount', '222222222222'],
    ['a resource of AWS Config', 'aws-config/non-compliant.json', 'detail/resourceId', 'i-9'],
    ['an account of Cato', 'cato/ips.json', 'account_id', '9'],
    ['a tenant of HarfangLab', 'harfanglab/threat.json', 'tenant', 't2'],
    ['a monitor of Axiom', 'axiom/open.json', 'event', { monitorID: 'other', title: 'Triggered' }],
    ['a row of a search', 'splunk/per-result-1.json', 'result/src', '10.0.0.9'],
    ['an equal row', 'splunk/per-result-1.json', 'results_link', 'http://example.com/?q=head%202'],
    ['a node of a Wazuh cluster', 'wazuh/w4-syscheck.json', 'cluster', { node: 'worker-2' }],
    ['a manager of Wazuh', 'wazuh/w4-indexer-hit.json', '_source/manager/name', 'other'],
    ['a rule of Wazuh 5', 'wazuh/w5-findings-docker-findings-3.json', 'wazuh/rule/id', 'other'],
    ['a tenant of Defender', 'microsoft-graph/tenzir-defender-incidents.json', 'tenantId', 'other'],
    ['a counting workspace', 'sentinel/r7-example-incident.json', 'id', '/subscriptions/0/other/1505'],
    ['a packet that was blocked', 'suricata/blocked.json', 'timestamp', '2024-01-07T19:54:41.712928+0000'],
    ['a rule that dropped', 'suricata/drop.json', 'alert/signature_id', 2018359],
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
    ['a secret', 'github/secret-scanning-number.json', 'alert/number', 43],
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
    ['an event of Okta', 'okta/account-lock.json', 'uuid', 'other'],
    ['a project of Snyk', 'snyk/snapshot.json', 'project/id', 'other'],
    ['a test of Snyk', 'snyk/snapshot.json', 'project/lastTestedDate', '2020-09-26T15:27:50.000Z'],
    ['a finding of Defender', 'defender/assessment-finding.json', SUB_ASSESSMENT, 'other'],
    ['a resource of Defender', 'defender/assessment.json', 'id', '/other'],
    ['a vulnerability of GitLab', 'gitlab/vulnerability.json', 'object_attributes/url', 'https://other/1'],
    ['a click', 'proofpoint-tap/click.json', 'id', 'other'],
    ['a case of Abnormal', 'abnormal-security/case.json', 'affectedEmployee', 'other'],
    ['a message of Abnormal', 'abnormal-security/threat.json', 'abxMessageIdStr', '-1875077659085366332'],
    ['an appliance of ExtraHop', 'extrahop/detection.json', 'appliance_id', 4],
    ['a match of Jamf', 'jamf-protect/high.json', 'input/match/uuid', 'other'],
    ['a device of Jamf', 'jamf-protect/high.json', 'input/host/serial', 'other'],
    ['a report of Trivy', 'trivy-operator/report.json', 'metadata/uid', 'other'],
    ['what Trivy finds', 'trivy-operator/report.json', 'report/vulnerabilities/0/vulnerabilityID', 'CVE-1'],
    ['a resource of a policy', 'policy-reporter/fail.json', 'resource/name', 'other'],
    ['a time of a policy', 'policy-reporter/fail.json', 'creationTimestamp', '2024-05-02T10:20:05Z'],
    ['a firing of Sumo Logic', 'sumo-logic/critical.json', 'triggerTimeEnd', '1626190692042'],
    ['a change of Netdata', 'netdata/critical.json', 'date', '2024-05-01T10:21:05Z'],
    ['a service of Checkmk', 'checkmk/context.json', 'SERVICEDESC', 'Filesystem /var'],
    ['a site of Checkmk', 'checkmk/context.json', 'OMD_SITE', 'other'],
    ['a device of LibreNMS', 'librenms/alert.json', 'device_id', '3'],
    ['a change of Site24x7', 'site24x7/down.json', 'INCIDENT_TIME_ISO', '2019-07-30T10:37:59+0100'],
    ['a check of Checkly', 'checkly/failure.json', 'check_id', 'other'],
    [
      'an incident opened again',
      'better-stack/started.json',
      'data/attributes/started_at',
      '2026-01-02T00:00:00Z',
    ],
    ['an item that came back', 'rollbar/new-item.json', 'data/item/last_activated_timestamp', 1515470113],
    ['a match of ElastAlert', 'elastalert2/match.json', '_id', 'AX2'],
    ['a rule of ElastAlert', 'elastalert2/with-rule.json', 'rule_name', 'other'],
    ['a violation of Xray', 'jfrog-xray/violation.json', 'alert_id', '66fc68dd0f12d302c68891c2'],
    ['a monitor of OpenSearch', 'opensearch-alerting/utc.json', 'text', ALERT_STATUS],
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
      'appdynamics/closed.json = appdynamics/open.json',
      'aws-securityhub/eventbridge-envelope.json = aws-securityhub/sechub-guardduty-asff.json',
      'azure-devops/alert-created.json = azure-devops/alert-fixed.json',
      'better-stack/resolved.json = better-stack/started.json',
      'cortex-xdr/alerts_1.json = cortex-xdr/combined_alert.json',
      'elastic/array-of-alerts.json = elastic/integrations-dotted.json',
      'elastic/integrations-dotted.json = elastic/search-hits-array.json',
      'gitguardian/ignored.json = gitguardian/triggered.json',
      'goalert/alert.json = goalert/closed.json',
      'icinga/notifications-recovered.json = icinga/notifications-webhook.json',
      'incident-io/alert-resolved.json = incident-io/alert.json',
      'incident-io/created.json = incident-io/status-closed.json',
      'instana/closed.json = instana/open.json',
      'mongodb-atlas/closed.json = mongodb-atlas/open.json',
      'ocsf/ssc-malware.json = ocsf/test_security_finding_3.json',
      'pagerduty/alerta-pagerduty-alert.json = pagerduty/alerta-pagerduty-alert.json',
      'pagerduty/v3-annotated.json = pagerduty/v3-triggered.json',
      'promptfoo/created.json = promptfoo/fixed.json',
      'rollbar/new-item.json = rollbar/resolved-item.json',
      'rootly/incident.json = rootly/resolved.json',
      'suricata/blocked.json = suricata/drop.json',
      'updown/down.json = updown/up.json',
      'zabbix/event-object.json = zabbix/zulip-alert.json',
    ])
  })
})
