import { abnormalSecurity } from './abnormal-security.ts'
import { alertmanager } from './alertmanager.ts'
import { appOmni } from './appomni.ts'
import { ariaOperations } from './aria-operations.ts'
import { awsAccessAnalyzer } from './aws-access-analyzer.ts'
import { awsCloudWatch } from './aws-cloudwatch.ts'
import { awsConfig } from './aws-config.ts'
import { awsGuardDuty } from './aws-guardduty.ts'
import { awsHealth } from './aws-health.ts'
import { awsInspector } from './aws-inspector.ts'
import { awsMacie } from './aws-macie.ts'
import { awsSecurityHub } from './aws-security-hub.ts'
import { axiom } from './axiom.ts'
import { azureActivityLog } from './azure-activity-log.ts'
import { azureMonitor } from './azure-monitor.ts'
import { azureMonitorClassic } from './azure-monitor-classic.ts'
import { betterStack } from './better-stack.ts'
import { betterStackErrors } from './better-stack-errors.ts'
import { carbonBlack } from './carbon-black.ts'
import { cato } from './cato.ts'
import { checkly } from './checkly.ts'
import { checkmk } from './checkmk.ts'
import { cloudflare } from './cloudflare.ts'
import { coralogix } from './coralogix.ts'
import { cortexXdrAlert, cortexXdrIncident } from './cortex-xdr.ts'
import { crowdstrikeAlert } from './crowdstrike-alert.ts'
import { crowdstrikeEventStream } from './crowdstrike-event-stream.ts'
import { cybereason } from './cybereason.ts'
import { darktrace } from './darktrace.ts'
import { dash0 } from './dash0.ts'
import { datadog } from './datadog.ts'
import { defenderCloudAssessment } from './defender-cloud-assessment.ts'
import { defenderXdrIncident } from './defender-xdr-incident.ts'
import { dynatrace } from './dynatrace.ts'
import { elastAlert2 } from './elastalert2.ts'
import { elasticSecurity } from './elastic-security.ts'
import { entraIdProtection } from './entra-id-protection.ts'
import { esetProtect } from './eset-protect.ts'
import { extraHop } from './extrahop.ts'
import { falco } from './falco.ts'
import { fleet } from './fleet.ts'
import { fortiSiem } from './fortisiem.ts'
import { gatewatcher } from './gatewatcher.ts'
import { gcpEventThreat } from './gcp-event-threat.ts'
import { gcpMonitoring } from './gcp-monitoring.ts'
import { gcpScc } from './gcp-scc.ts'
import { gitHubAlert } from './github-alert.ts'
import { gitLabVulnerability } from './gitlab-vulnerability.ts'
import { googleSecops } from './google-secops.ts'
import { googleWorkspaceAlert } from './google-workspace-alert.ts'
import { grafanaLegacy } from './grafana-legacy.ts'
import { grafanaOnCall } from './grafana-oncall.ts'
import { graylog } from './graylog.ts'
import { graylog2 } from './graylog-2.ts'
import { harfangLab } from './harfanglab.ts'
import { honeycomb } from './honeycomb.ts'
import { huntress } from './huntress.ts'
import { jamfProtect } from './jamf-protect.ts'
import { jfrogXray } from './jfrog-xray.ts'
import { kapacitor } from './kapacitor.ts'
import { lacework } from './lacework.ts'
import { langSmith } from './langsmith.ts'
import { libreNms } from './librenms.ts'
import { logRhythm } from './logrhythm.ts'
import { lookout } from './lookout.ts'
import { microsoftGraphAlert } from './microsoft-graph-alert.ts'
import { microsoftSecurityAlert } from './microsoft-security-alert.ts'
import { microsoftSentinel } from './microsoft-sentinel.ts'
import { netdata } from './netdata.ts'
import { netskope } from './netskope.ts'
import { newRelicClassic, newRelicIssue } from './new-relic.ts'
import { nozomi } from './nozomi.ts'
import { ocsfFinding } from './ocsf-finding.ts'
import { okta } from './okta.ts'
import { onCallFormatted } from './oncall-formatted.ts'
import { openSearchAlerting } from './opensearch-alerting.ts'
import { opsgenie } from './opsgenie.ts'
import { orca } from './orca.ts'
import { pagerDuty } from './pagerduty.ts'
import { pagerDutyEvent } from './pagerduty-event.ts'
import { panther } from './panther.ts'
import { pingdom } from './pingdom.ts'
import { policyReporter } from './policy-reporter.ts'
import { prismaCloud } from './prisma-cloud.ts'
import type { Product } from './product.ts'
import { proofpointTap } from './proofpoint-tap.ts'
import { qradarOffense } from './qradar-offense.ts'
import { rapid7InsightIdr } from './rapid7-insightidr.ts'
import { rapid7ThreatCommand } from './rapid7-threat-command.ts'
import { riemann } from './riemann.ts'
import { rollbar } from './rollbar.ts'
import { searchLight } from './searchlight.ts'
import { securonix } from './securonix.ts'
import { sentinelOneAlert } from './sentinelone-alert.ts'
import { sentinelOneRule } from './sentinelone-rule.ts'
import { sentinelOneThreat } from './sentinelone-threat.ts'
import { sentry } from './sentry.ts'
import { serviceNow } from './servicenow.ts'
import { site24x7 } from './site24x7.ts'
import { snyk } from './snyk.ts'
import { socRadar } from './socradar.ts'
import { sophosCentral } from './sophos-central.ts'
import { splunkNotable } from './splunk-notable.ts'
import { splunkObservability } from './splunk-observability.ts'
import { splunkWebhook } from './splunk-webhook.ts'
import { sqlAlert } from './sql-alert.ts'
import { squadcast } from './squadcast.ts'
import { statuspage } from './statuspage.ts'
import { sublime } from './sublime.ts'
import { sumoLogic } from './sumo-logic.ts'
import { suricata } from './suricata.ts'
import { sysdig } from './sysdig.ts'
import { sysdigSecure } from './sysdig-secure.ts'
import { tehtris } from './tehtris.ts'
import { theHive } from './thehive.ts'
import { thinkstCanary } from './thinkst-canary.ts'
import { thousandEyes } from './thousandeyes.ts'
import { tracebit } from './tracebit.ts'
import { trendVisionOne } from './trend-vision-one.ts'
import { trendVisionOneOat } from './trend-vision-one-oat.ts'
import { trivyOperator } from './trivy-operator.ts'
import { uptimeKuma } from './uptime-kuma.ts'
import { uptimeRobot } from './uptime-robot.ts'
import { upwind } from './upwind.ts'
import { vectra } from './vectra.ts'
import { victorOpsEvent } from './victorops-event.ts'
import { wazuh4 } from './wazuh-4.ts'
import { wazuh4Shuffle } from './wazuh-4-shuffle.ts'
import { wazuh5 } from './wazuh-5.ts'
import { withSecure } from './withsecure.ts'
import { wiz } from './wiz.ts'
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
  awsAccessAnalyzer,
  awsInspector,
  awsMacie,
  azureMonitorClassic,
  entraIdProtection,
  gcpMonitoring,
  wiz,
  orca,
  prismaCloud,
  lacework,
  netskope,
  carbonBlack,
  harfangLab,
  darktrace,
  vectra,
  thinkstCanary,
  gitHubAlert,
  langSmith,
  sentry,
  dynatrace,
  splunkObservability,
  pagerDutyEvent,
  grafanaOnCall,
  pingdom,
  uptimeKuma,
  upwind,
  tracebit,
  socRadar,
  withSecure,
  nozomi,
  ariaOperations,
  sqlAlert,
  statuspage,
  uptimeRobot,
  gcpEventThreat,
  appOmni,
  cloudflare,
  coralogix,
  panther,
  sysdig,
  thousandEyes,
  victorOpsEvent,
  defenderCloudAssessment,
  okta,
  snyk,
  gitLabVulnerability,
  proofpointTap,
  abnormalSecurity,
  extraHop,
  jamfProtect,
  trivyOperator,
  policyReporter,
  jfrogXray,
  sumoLogic,
  netdata,
  checkmk,
  libreNms,
  site24x7,
  checkly,
  betterStack,
  rollbar,
  openSearchAlerting,
  elastAlert2,
  cybereason,
  googleWorkspaceAlert,
  sysdigSecure,
  huntress,
  azureActivityLog,
  lookout,
  esetProtect,
  tehtris,
  trendVisionOneOat,
  searchLight,
  cato,
  gatewatcher,
  sublime,
  rapid7ThreatCommand,
  awsHealth,
  awsConfig,
  onCallFormatted,
  kapacitor,
  axiom,
  dash0,
  riemann,
  honeycomb,
  fortiSiem,
  logRhythm,
  securonix,
  fleet,
  squadcast,
  betterStackErrors,
]
