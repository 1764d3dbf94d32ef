import { describe, expect, test } from 'vitest'
import { alertsOf, bodyOf, type Change, changed, idsOf } from './samples.ts'

/** The link to an issue of New Relic, whose template leaves the id out. */
const ISSUE = 'https://radar-api.service.newrelic.com/accounts/1/issues/0ea2df1c-adab-45d2-aae0-042b609d2322'

describe('a repeated alert keeps its identity', () => {
  test.each<[what: string, file: string, path: string, value: Change]>([
    ['a scan of Aqua that finds the same', 'aqua/scans.json', '0/scan_started', { seconds: '1769950000' }],
    ['a further day of a certificate', 'aws-acm/approaching.json', 'detail/DaysToExpiry', 6],
    ['a transition of Intersight', 'cisco-intersight/alarm.json', 'Event/Severity', 'Warning'],
    ['an update of Wavefront', 'wavefront/opened.json', 'reason', 'ALERT_UPDATED'],
    ['a repetition of Cohesity', 'cohesity/alerts.json', '0/latestTimestampUsecs', 1769940120000000],
    ['a status of an ECS alert', 'elastic/ecs-zerofox.json', 'zerofox/status', 'Open'],
    [
      'an ECS alert that was fetched again',
      'elastic/ecs-dotted.json',
      'event.ingested',
      '2026-02-01T11:00:09Z',
    ],
    ['an ECS alert of another agent', 'elastic/ecs-endpoint-hit.json', '_source/agent/id', 'other'],
    ['a further sight of an alarm of Mist', 'juniper-mist/alarms.json', 'events/0/count', 17],
    ['a status of Catalyst Center', 'cisco-catalyst-center/active.json', 'timestamp', 1769950000000],
    ['an event of Grafana IRM', 'grafana-incident/created.json', 'event', 'grafana.incident.updated.title'],
    [
      'a milestone of FireHydrant',
      'firehydrant/created.json',
      'data/incident/current_milestone',
      'mitigated',
    ],
    ['another trigger of Bugsnag', 'bugsnag/first-exception.json', 'trigger/type', 'powerTen'],
    ['a state of HackerOne', 'hackerone/new.json', 'data/report/attributes/state', 'triaged'],
    [
      'a severity of DevOps Guru',
      'aws-devops-guru/new-insight.json',
      'detail/messageType',
      'SEVERITY_UPGRADED',
    ],
    ['a status of ASIM', 'asim-alert/active.json', 'AlertStatus', 'Closed'],
    ['what Defender Antivirus did', 'microsoft-defender-antivirus/nxlog-french.json', 'EventID', 1117],
    ['a duplicate in Alerta', 'alerta/open.json', 'lastReceiveTime', '2026-02-01T11:00:01.000Z'],
    ['a repetition in Keep', 'keep/firing.json', 'lastReceived', '2026-02-01T11:05:00.000Z'],
    ['a change of Jira', 'jira/created.json', 'issue/key', 'OPS-1'],
    ['a status of Logpoint', 'logpoint/incident.json', 'status', 'resolved'],
    ['a status of Veracode', 'veracode/issues.json', 'issues/0/status', 'FIXED'],
    ['a status of Cyera', 'cyera/issue.json', 'riskStatus', 'Mitigated'],
    ['another entry of Vertex AI', 'vertex-model-monitoring/skew.json', 'insertId', 'other'],
    ['a priority of Tanium', 'tanium/detect-event.json', 'Priority', 'low'],
    ['a further run of a check of Sensu', 'sensu/failing.json', 'check/executed', 1635952940],
    ['a graver status of Sensu', 'sensu/failing.json', 'check/status', 1],
    ['a fix of a finding of Tenable', 'tenable/findings.json', 'updates/0/state', 'FIXED'],
    ['a status of NetWitness', 'netwitness/incident.json', 'status', 'Closed'],
    ['an occurrence of EPDR', 'watchguard-epdr/events.json', '1/count', 2],
    ['a dismissal of GitHub', 'github/api-dependabot.json', '0/state', 'dismissed'],
    ['a scan of Harbor that finds the same', 'harbor/scanned.json', 'occur_at', 1648815576],
    ['a scan of ECR that finds the same', 'aws-ecr/scan.json', 'time', '2019-10-30T02:36:48Z'],
    ['a further notification of Nagios', 'nagios/opsgenie-script.json', 'long_date_time', '2024-05-01 11:05'],
    ['a later severity of Icinga', 'icinga/notifications-webhook.json', 'incident/severity', 'warning'],
    ['an acknowledgement of LogicMonitor', 'logicmonitor/pagertree-template.json', 'alertstatus', 'ack'],
    ['a graver violation of AppDynamics', 'appdynamics/open.json', 'event_type', 'POLICY_UPGRADED'],
    ['a status of GoAlert', 'goalert/alert.json', 'Type', 'AlertStatus'],
    [
      'a later sight of Azure DevOps',
      'azure-devops/alert-created.json',
      'resource/lastSeenDate',
      '2025-03-09',
    ],
    ['a follow-up of Raygun', 'raygun/new-error.json', 'eventType', 'OneMinuteFollowUp'],
    ['an end of DataDome', 'datadome/started.json', 'endDateTime', '20 January, 19:00 UTC +00:00'],
    ['a stage of Exabeam', 'exabeam/alert.json', 'stage', 'CLOSED'],
    ['a status of Devo', 'devo/alerts.json', 'alerts/0/status', 300],
    ['a status of Stellar Cyber', 'stellar-cyber/case.json', 'data/incidents/0/status', 'Closed'],
    ['a severity of GitGuardian', 'gitguardian/triggered.json', 'incident/severity', 'low'],
    ['an entity of an alert of Microsoft 365', 'microsoft-365/entity.json', 'AlertEntityId', 'other'],
    ['a stage of an incident of GravityZone', 'bitdefender/push.json', 'params/events/2/severity_score', 95],
    ['a resolution of StackRox', 'stackrox/generic-webhook.json', 'alert/state', 'RESOLVED'],
    ['a commit of Semgrep', 'semgrep/finding.json', '0/semgrep_finding/commit_date', '2024-06-12T20:39:36'],
    ['further events of FortiSIEM', 'fortisiem/cleared.json', 'incidentLastSeen', 1621999990000],
    ['a status of LogRhythm', 'logrhythm/alarm.json', 'alarmStatusName', 'Working'],
    ['an acknowledgement of Squadcast', 'squadcast/triggered.json', 'status', 'acknowledged'],
    ['a status of a MalOp', 'cybereason/malop.json', 'status', 'Closed'],
    ['a comment of Huntress', 'huntress/created.json', 'event_type', 'incident_report.comment_added'],
    ['a recovery of Kapacitor', 'kapacitor/critical.json', 'level', 'OK'],
    ['an alert of a threat', 'harfanglab/threat.json', 'last_seen', '2024-03-20T04:21:00-05:00'],
    ['evidence of an alert', 'defender/alert-evidence.json', 'records/0/properties/EntityType', 'User'],
    ['a severity', 'defender/m365-incident.json', 'severity', 'High'],
    ['a status', 'sentinelone/threat.json', 'threatInfo/incidentStatus', 'resolved'],
    ['a status of Wiz', 'wiz/issue-webhook.json', 'issue/status', 'RESOLVED'],
    ['a status of Orca', 'orca/alert.json', 'state/status', 'closed'],
    ['a status of Lacework', 'lacework/alert.json', 'status', 'Open'],
    ['a reopening of GitHub', 'github/secret-scanning-number.json', 'sender', { login: 'other' }],
    ['a state of GitHub', 'github/code-scanning.json', 'alert/state', 'fixed'],
    ['a state of a risk', 'entra-id-protection/diagnostic-log.json', 'properties/riskState', 'atRisk'],
    ['an end', 'gcp-monitoring/open.json', 'incident/state', 'closed'],
    ['a workflow', 'carbon-black/alert.json', 'workflow', { status: 'CLOSED' }],
    ['a workflow status', 'elastic/integrations-dotted.json', 'kibana.alert.workflow_status', 'closed'],
    ['a count', 'aws-guardduty/panther-high-sev-finding.json', 'service/count', 7],
    ['a scan', 'crowdstrike/cspm-search.json', 'metadata/eventCreationTime', 1663096088832],
    ['another notifier', 'newrelic/issue-without-id.json', 'issueUrl', ISSUE],
    ['a status of an assessment', 'defender/assessment.json', 'properties/status', { code: 'Healthy' }],
    ['a state of GitLab', 'gitlab/vulnerability.json', 'object_attributes/state', 'resolved'],
    ['a status of a threat', 'proofpoint-tap/click.json', 'threatStatus', 'cleared'],
    ['a status of Abnormal', 'abnormal-security/case.json', 'case_status', 'Acknowledged (Attack resolved)'],
    ['a judgement of Abnormal', 'abnormal-security/abuse-campaign.json', 'judgementStatus', 'Safe'],
    ['a score of Vectra', 'vectra/entities.json', 'results/0/urgency_score', 50],
    ['a status of ExtraHop', 'extrahop/detection.json', 'status', 'closed'],
    [
      'a scan that finds the same',
      'trivy-operator/report.json',
      'report/updateTimestamp',
      '2024-05-02T10:20:05Z',
    ],
    ['another delivery of a hook', 'okta/event-hook.json', 'eventId', 'other'],
    ['a changed violation', 'jfrog-xray/violation.json', 'top_severity', 'High'],
    ['an occurrence', 'rollbar/new-item.json', 'event_name', 'occurrence'],
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

  test('an alert keeps its identity in any notification group', () => {
    const group = bodyOf('grafana/oncall-grafana-alerting.json') as { alerts: unknown[] }
    const alone = { ...group, groupKey: 'other', alerts: [group.alerts[1]] }
    expect(idsOf(alone)).toEqual([idsOf(group)[1]])
  })

  test.each([
    ['healthchecks/down.json', 'healthchecks/up.json'],
    ['honeybadger/occurred.json', 'honeybadger/resolved.json'],
    ['honeybadger/down.json', 'honeybadger/up.json'],
    ['honeybadger/alarm.json', 'honeybadger/alarm-ok.json'],
    ['nagios/opsgenie-script.json', 'nagios/recovery.json'],
    ['cloudflare/ddos-start.json', 'cloudflare/ddos-end.json'],
    ['victorops/critical.json', 'victorops/recovery.json'],
    ['sumo-logic/critical.json', 'sumo-logic/resolved.json'],
    ['librenms/alert.json', 'librenms/recovered.json'],
    ['site24x7/down.json', 'site24x7/up.json'],
    ['checkly/failure.json', 'checkly/recovery.json'],
    ['axiom/open.json', 'axiom/closed.json'],
    ['meraki/went-down.json', 'meraki/came-up.json'],
    ['azure-monitor/classic-metric.json', 'azure-monitor/classic-metric-resolved.json'],
    ['statuscake/down.json', 'statuscake/up.json'],
    ['appoptics/alert.json', 'appoptics/clear.json'],
    ['langfuse/alert.json', 'langfuse/recovered.json'],
    ['censys/opened.json', 'censys/closed.json'],
    ['better-stack/new-error.json', 'better-stack/resolved-error.json'],
    ['sonarqube/failed.json', 'sonarqube/passed.json'],
    ['coroot/alert.json', 'coroot/resolved.json'],
    ['e2e-tir/firing.json', 'e2e-tir/resolved.json'],
    ['openstatus/error.json', 'openstatus/recovered.json'],
    ['sensu/failing.json', 'sensu/passing.json'],
    ['oracle-cloud/firing.json', 'oracle-cloud/ok.json'],
    ['aruba-central/open.json', 'aruba-central/close.json'],
    ['auvik/triggered.json', 'auvik/cleared.json'],
    ['uptime-com/raised.json', 'uptime-com/cleared.json'],
    ['hetrixtools/offline.json', 'hetrixtools/online.json'],
    ['engenius-cloud/site-offline.json', 'engenius-cloud/site-online.json'],
    ['engenius-cloud/link-down.json', 'engenius-cloud/link-up.json'],
    ['netbeez/alert-open.json', 'netbeez/alert-cleared.json'],
    ['netbeez/incident-open.json', 'netbeez/incident-cleared.json'],
    ['pulsewise/offline.json', 'pulsewise/online.json'],
    ['posthog/fired.json', 'posthog/recovered.json'],
    ['sap-alert-notification/alert.json', 'sap-alert-notification/closed.json'],
  ])('%s and its end have the same closing key', (begin, end) => {
    const [first, last] = [begin, end].map((file) => alertsOf(bodyOf(file))[0]!)
    expect(first!.closes).not.toBeNull()
    expect(first!.closes).toBe(last!.closes)
    // Without an id nothing but the very delivery is a repetition.
    const { externalId } = first!.incident
    if (externalId !== null) expect(externalId).not.toBe(last!.incident.externalId)
  })

  test('an unfilled id variable of LogicMonitor is ignored, and the start identifies the alert', () => {
    const unfilled = (start: string) => {
      const body = changed('logicmonitor/pagertree-template.json', 'start', start) as { alertid: string }
      return idsOf({ ...body, alertid: '##ALERTID##' })
    }
    expect(unfilled('2024-05-01 10:00:00 UTC')).toEqual(unfilled('2024-05-01 10:00:00 UTC'))
    expect(unfilled('2024-05-01 10:00:00 UTC')).not.toEqual(unfilled('2024-05-02 10:00:00 UTC'))
  })

  test('a new and a removed Snyk issue have the same closing key', () => {
    const { newIssues, ...rest } = bodyOf('snyk/snapshot.json') as { newIssues: unknown[] }
    const [came] = alertsOf({ ...rest, newIssues: newIssues.slice(0, 1), removedIssues: [] })
    const [went] = alertsOf({ ...rest, newIssues: [], removedIssues: newIssues.slice(0, 1) })
    expect([came!.state, went!.state]).toEqual(['open', 'resolved'])
    expect(came!.closes).toBe(went!.closes)
    expect(came!.incident.externalId).not.toBe(went!.incident.externalId)
  })

  test('an unreachable Netdata node has the same closing key when it is back, and no other node has', () => {
    const [away, back] = ['unreachable', 'reachable'].map(
      (file) => alertsOf(bodyOf(`netdata/${file}.json`))[0]!,
    )
    const [other] = alertsOf(changed('netdata/unreachable.json', 'host', 'web2'))
    expect(away!.closes).toBe(back!.closes)
    expect(away!.closes).not.toBe(other!.closes)
    expect(alertsOf(bodyOf('netdata/critical.json'))[0]!.closes).toBeNull()
  })

  test('a CloudWatch alarm and its end have the same closing key', () => {
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
