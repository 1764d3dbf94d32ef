import { alertmanager } from './alertmanager.ts'
import { awsCloudWatch } from './aws-cloudwatch.ts'
import { awsGuardDuty } from './aws-guardduty.ts'
import { awsSecurityHub } from './aws-security-hub.ts'
import { azureMonitor } from './azure-monitor.ts'
import { cortexXdrAlert, cortexXdrIncident } from './cortex-xdr.ts'
import { crowdstrikeAlert } from './crowdstrike-alert.ts'
import { crowdstrikeEventStream } from './crowdstrike-event-stream.ts'
import { datadog } from './datadog.ts'
import { defenderXdrIncident } from './defender-xdr-incident.ts'
import { elasticSecurity } from './elastic-security.ts'
import { falco } from './falco.ts'
import { gcpScc } from './gcp-scc.ts'
import { googleSecops } from './google-secops.ts'
import { grafanaLegacy } from './grafana-legacy.ts'
import { graylog } from './graylog.ts'
import { graylog2 } from './graylog-2.ts'
import { microsoftGraphAlert } from './microsoft-graph-alert.ts'
import { microsoftSecurityAlert } from './microsoft-security-alert.ts'
import { microsoftSentinel } from './microsoft-sentinel.ts'
import { newRelicClassic, newRelicIssue } from './new-relic.ts'
import { ocsfFinding } from './ocsf-finding.ts'
import { opsgenie } from './opsgenie.ts'
import { pagerDuty } from './pagerduty.ts'
import type { Product } from './product.ts'
import { qradarOffense } from './qradar-offense.ts'
import { rapid7InsightIdr } from './rapid7-insightidr.ts'
import { sentinelOneAlert } from './sentinelone-alert.ts'
import { sentinelOneRule } from './sentinelone-rule.ts'
import { sentinelOneThreat } from './sentinelone-threat.ts'
import { serviceNow } from './servicenow.ts'
import { sophosCentral } from './sophos-central.ts'
import { splunkNotable } from './splunk-notable.ts'
import { splunkWebhook } from './splunk-webhook.ts'
import { suricata } from './suricata.ts'
import { theHive } from './thehive.ts'
import { trendVisionOne } from './trend-vision-one.ts'
import { wazuh4 } from './wazuh-4.ts'
import { wazuh4Shuffle } from './wazuh-4-shuffle.ts'
import { wazuh5 } from './wazuh-5.ts'
import { zabbix } from './zabbix.ts'

/**
 * The products whose alerts are taken as they come, a table each. Each recognises its own alerts by itself; the order
 * decides only for a body that was made to look like two of them.
 */
export const PRODUCTS: readonly Product[] = [
  wazuh4,
  wazuh4Shuffle,
  wazuh5,
  microsoftSentinel,
  defenderXdrIncident,
  microsoftSecurityAlert,
  microsoftGraphAlert,
  azureMonitor,
  splunkNotable,
  splunkWebhook,
  elasticSecurity,
  awsSecurityHub,
  awsGuardDuty,
  awsCloudWatch,
  gcpScc,
  googleSecops,
  crowdstrikeEventStream,
  crowdstrikeAlert,
  sentinelOneThreat,
  sentinelOneRule,
  sentinelOneAlert,
  cortexXdrAlert,
  cortexXdrIncident,
  sophosCentral,
  trendVisionOne,
  qradarOffense,
  rapid7InsightIdr,
  graylog,
  graylog2,
  suricata,
  falco,
  pagerDuty,
  opsgenie,
  zabbix,
  datadog,
  newRelicIssue,
  newRelicClassic,
  serviceNow,
  theHive,
  grafanaLegacy,
  alertmanager,
  ocsfFinding,
]
