import type { Product } from '../product.ts'
import { airbrake } from './airbrake.ts'
import { alertmanager } from './alertmanager.ts'
import { alibabaCloudMonitor } from './alibaba-cloud-monitor.ts'
import { appDynamics } from './appdynamics.ts'
import { appOptics } from './appoptics.ts'
import { appSignal } from './appsignal.ts'
import { arcGisMonitor } from './arcgis-monitor.ts'
import { argoCd } from './argo-cd.ts'
import { ariaOperations } from './aria-operations.ts'
import { ariaOperationsLogs } from './aria-operations-logs.ts'
import { arubaCentral } from './aruba-central.ts'
import { atatus } from './atatus.ts'
import { auvik } from './auvik.ts'
import { awsAcm } from './aws-acm.ts'
import { awsBackup } from './aws-backup.ts'
import { awsCloudWatch } from './aws-cloudwatch.ts'
import { awsCostAnomaly } from './aws-cost-anomaly.ts'
import { awsDevOpsGuru } from './aws-devops-guru.ts'
import { awsHealth } from './aws-health.ts'
import { awsTrustedAdvisor } from './aws-trusted-advisor.ts'
import { axiom } from './axiom.ts'
import { azureMonitor } from './azure-monitor.ts'
import { azureMonitorClassic } from './azure-monitor-classic.ts'
import { betterStack } from './better-stack.ts'
import { betterStackErrors } from './better-stack-errors.ts'
import { bugsnag } from './bugsnag.ts'
import { checkly } from './checkly.ts'
import { checkmk } from './checkmk.ts'
import { ciscoCatalystCenter } from './cisco-catalyst-center.ts'
import { ciscoIntersight } from './cisco-intersight.ts'
import { ciscoSdWan } from './cisco-sd-wan.ts'
import { commvault } from './commvault.ts'
import { coolify } from './coolify.ts'
import { coralogix } from './coralogix.ts'
import { coroot } from './coroot.ts'
import { couchbaseCapella } from './couchbase-capella.ts'
import { cronitor } from './cronitor.ts'
import { dash0 } from './dash0.ts'
import { datadog } from './datadog.ts'
import { dbMarlin } from './dbmarlin.ts'
import { deadMansSnitch } from './dead-mans-snitch.ts'
import { druid } from './druid.ts'
import { dynatrace } from './dynatrace.ts'
import { edgeDelta } from './edge-delta.ts'
import { elastAlert2 } from './elastalert2.ts'
import { elmahIo } from './elmah-io.ts'
import { fireHydrant } from './firehydrant.ts'
import { flux } from './flux.ts'
import { foglight } from './foglight.ts'
import { freshping } from './freshping.ts'
import { freshstatus } from './freshstatus.ts'
import { gcpBudget } from './gcp-budget.ts'
import { gcpErrorReporting } from './gcp-error-reporting.ts'
import { gcpMonitoring } from './gcp-monitoring.ts'
import { gcpServiceHealth } from './gcp-service-health.ts'
import { goAlert } from './goalert.ts'
import { grafanaIncident } from './grafana-incident.ts'
import { grafanaLegacy } from './grafana-legacy.ts'
import { grafanaOnCall } from './grafana-oncall.ts'
import { harness } from './harness.ts'
import { hcpTerraform } from './hcp-terraform.ts'
import { healthchecks } from './healthchecks.ts'
import { hertzBeat } from './hertzbeat.ts'
import { hetrixTools } from './hetrixtools.ts'
import { honeybadger } from './honeybadger.ts'
import { honeycomb } from './honeycomb.ts'
import { hyperDx } from './hyperdx.ts'
import { hyperping } from './hyperping.ts'
import { icinga } from './icinga.ts'
import { ilert } from './ilert.ts'
import { incidentIo } from './incident-io.ts'
import { inspectorDev } from './inspector-dev.ts'
import { instana } from './instana.ts'
import { itrsGeneos } from './itrs-geneos.ts'
import { juniperMist } from './juniper-mist.ts'
import { kapacitor } from './kapacitor.ts'
import { kentik } from './kentik.ts'
import { kubernetesEvent } from './kubernetes-event.ts'
import { libreNms } from './librenms.ts'
import { loggly } from './loggly.ts'
import { logicMonitor } from './logicmonitor.ts'
import { logzIo } from './logz-io.ts'
import { mendix } from './mendix.ts'
import { meraki } from './meraki.ts'
import { metoro } from './metoro.ts'
import { moira } from './moira.ts'
import { mongoDbAtlas } from './mongodb-atlas.ts'
import { nAble } from './n-able.ts'
import { nagios } from './nagios.ts'
import { naverCloudInsight } from './naver-cloud-insight.ts'
import { netdata } from './netdata.ts'
import { newRelicClassic, newRelicIssue } from './new-relic.ts'
import { nightingale } from './nightingale.ts'
import { ninjaOne } from './ninjaone.ts'
import { nobl9 } from './nobl9.ts'
import { observe } from './observe.ts'
import { ohDear } from './oh-dear.ts'
import { onCallFormatted } from './oncall-formatted.ts'
import { openObserve } from './openobserve.ts'
import { openSearchAlerting } from './opensearch-alerting.ts'
import { openStatus } from './openstatus.ts'
import { opsgenie } from './opsgenie.ts'
import { oracleCloudAlarm } from './oracle-cloud-alarm.ts'
import { pagerDuty } from './pagerduty.ts'
import { pagerDutyEvent } from './pagerduty-event.ts'
import { papertrail } from './papertrail.ts'
import { pingdom } from './pingdom.ts'
import { pongo } from './pongo.ts'
import { raygun } from './raygun.ts'
import { redfish } from './redfish.ts'
import { render } from './render.ts'
import { riemann } from './riemann.ts'
import { robusta } from './robusta.ts'
import { rollbar } from './rollbar.ts'
import { rootly } from './rootly.ts'
import { sapAlertNotification } from './sap-alert-notification.ts'
import { sensu } from './sensu.ts'
import { sentry } from './sentry.ts'
import { serverDensity } from './server-density.ts'
import { serviceNow } from './servicenow.ts'
import { site24x7 } from './site24x7.ts'
import { skyWalking } from './skywalking.ts'
import { sonarQube } from './sonarqube.ts'
import { splunkObservability } from './splunk-observability.ts'
import { sqlAlert } from './sql-alert.ts'
import { squadcast } from './squadcast.ts'
import { statusCake } from './statuscake.ts'
import { statuspage } from './statuspage.ts'
import { strataCloudManager } from './strata-cloud-manager.ts'
import { sumoLogic } from './sumo-logic.ts'
import { sysdig } from './sysdig.ts'
import { tencentCloudMonitor } from './tencent-cloud-monitor.ts'
import { thirdEye } from './thirdeye.ts'
import { thousandEyes } from './thousandeyes.ts'
import { triggerDev } from './trigger-dev.ts'
import { updown } from './updown.ts'
import { uptimeCom } from './uptime-com.ts'
import { uptimeKuma } from './uptime-kuma.ts'
import { uptimeRobot } from './uptime-robot.ts'
import { uptrends } from './uptrends.ts'
import { victorOpsEvent } from './victorops-event.ts'
import { wavefront } from './wavefront.ts'
import { zabbix } from './zabbix.ts'
import { zenduty } from './zenduty.ts'

/** Products that monitor services, and products for incident response. */
export const OPERATIONS_PRODUCTS: readonly Product[] = [
  azureMonitor,
  awsCloudWatch,
  pagerDuty,
  opsgenie,
  zabbix,
  datadog,
  newRelicIssue,
  newRelicClassic,
  serviceNow,
  grafanaLegacy,
  alertmanager,
  azureMonitorClassic,
  gcpMonitoring,
  sentry,
  dynatrace,
  splunkObservability,
  pagerDutyEvent,
  grafanaOnCall,
  pingdom,
  uptimeKuma,
  ariaOperations,
  sqlAlert,
  statuspage,
  uptimeRobot,
  coralogix,
  sysdig,
  thousandEyes,
  victorOpsEvent,
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
  awsHealth,
  onCallFormatted,
  kapacitor,
  axiom,
  dash0,
  riemann,
  honeycomb,
  squadcast,
  betterStackErrors,
  appOptics,
  raygun,
  airbrake,
  meraki,
  mongoDbAtlas,
  statusCake,
  updown,
  instana,
  incidentIo,
  rootly,
  goAlert,
  healthchecks,
  honeybadger,
  appDynamics,
  icinga,
  nagios,
  logicMonitor,
  sonarQube,
  sensu,
  moira,
  coroot,
  openStatus,
  oracleCloudAlarm,
  juniperMist,
  arubaCentral,
  ciscoCatalystCenter,
  auvik,
  grafanaIncident,
  fireHydrant,
  bugsnag,
  logzIo,
  loggly,
  ariaOperationsLogs,
  uptimeCom,
  hetrixTools,
  awsDevOpsGuru,
  couchbaseCapella,
  ciscoSdWan,
  awsTrustedAdvisor,
  awsCostAnomaly,
  gcpBudget,
  gcpErrorReporting,
  redfish,
  hcpTerraform,
  wavefront,
  cronitor,
  ohDear,
  ciscoIntersight,
  awsAcm,
  awsBackup,
  gcpServiceHealth,
  skyWalking,
  nightingale,
  tencentCloudMonitor,
  alibabaCloudMonitor,
  deadMansSnitch,
  ninjaOne,
  flux,
  kubernetesEvent,
  appSignal,
  freshping,
  freshstatus,
  hyperping,
  papertrail,
  zenduty,
  ilert,
  mendix,
  commvault,
  triggerDev,
  openObserve,
  hertzBeat,
  serverDensity,
  kentik,
  harness,
  argoCd,
  itrsGeneos,
  nobl9,
  hyperDx,
  elmahIo,
  metoro,
  edgeDelta,
  foglight,
  uptrends,
  robusta,
  observe,
  dbMarlin,
  thirdEye,
  atatus,
  pongo,
  inspectorDev,
  nAble,
  naverCloudInsight,
  sapAlertNotification,
  arcGisMonitor,
  strataCloudManager,
  render,
  coolify,
  druid,
]
