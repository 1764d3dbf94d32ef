import type { Product } from '../product.ts'
import { akamai } from './akamai.ts'
import { alcideKaudit } from './alcide-kaudit.ts'
import { alertLogic } from './alert-logic.ts'
import { anvilogic } from './anvilogic.ts'
import { armis } from './armis.ts'
import { asimAlert } from './asim-alert.ts'
import { awsCloudTrailInsight } from './aws-cloudtrail-insight.ts'
import { awsGuardDuty } from './aws-guardduty.ts'
import { awsMalwareProtection } from './aws-malware-protection.ts'
import { azureActivityLog } from './azure-activity-log.ts'
import { betterMobile } from './better-mobile.ts'
import { canarytokens } from './canarytokens.ts'
import { cato } from './cato.ts'
import { checkPointHarmonyMobile } from './checkpoint-harmony-mobile.ts'
import { ciscoSecureAccess } from './cisco-secure-access.ts'
import { ciscoSecureFirewall } from './cisco-secure-firewall.ts'
import { ciscoXdr } from './cisco-xdr.ts'
import { citrixAnalytics } from './citrix-analytics.ts'
import { clarotyXDome } from './claroty-xdome.ts'
import { cloudflare } from './cloudflare.ts'
import { cohesity } from './cohesity.ts'
import { commonEventFormat } from './common-event-format.ts'
import { contrastAdr } from './contrast-adr.ts'
import { cortexXdrAlert, cortexXdrIncident } from './cortex-xdr.ts'
import { crowdSec } from './crowdsec.ts'
import { crowdstrikeAlert } from './crowdstrike-alert.ts'
import { crowdstrikeEventStream } from './crowdstrike-event-stream.ts'
import { cybelAngel } from './cybelangel.ts'
import { cyberint } from './cyberint.ts'
import { cyble } from './cyble.ts'
import { darktrace } from './darktrace.ts'
import { dataDome } from './datadome.ts'
import { defenderXdrIncident } from './defender-xdr-incident.ts'
import { devo } from './devo.ts'
import { doppel } from './doppel.ts'
import { elasticSecurity } from './elastic-security.ts'
import { exabeam } from './exabeam.ts'
import { expel } from './expel.ts'
import { extraHop } from './extrahop.ts'
import { f5DistributedCloud } from './f5-distributed-cloud.ts'
import { falco } from './falco.ts'
import { fastlyNgwaf } from './fastly-ngwaf.ts'
import { flashpoint } from './flashpoint.ts'
import { fortinetLog } from './fortinet-log.ts'
import { fortiSiem } from './fortisiem.ts'
import { gatewatcher } from './gatewatcher.ts'
import { gcpCloudArmor } from './gcp-cloud-armor.ts'
import { gcpEventThreat } from './gcp-event-threat.ts'
import { gcpNetworkThreat } from './gcp-network-threat.ts'
import { googleSecops } from './google-secops.ts'
import { graylog } from './graylog.ts'
import { graylog2 } from './graylog-2.ts'
import { guardicore } from './guardicore.ts'
import { hayabusa } from './hayabusa.ts'
import { impervaCloudWaf } from './imperva-cloud-waf.ts'
import { infobloxInsight } from './infoblox-insight.ts'
import { juniperSrx } from './juniper-srx.ts'
import { kasperskyKuma } from './kaspersky-kuma.ts'
import { kibanaRule } from './kibana-rule.ts'
import { kubeArmor } from './kubearmor.ts'
import { kubescape } from './kubescape.ts'
import { lakewatch } from './lakewatch.ts'
import { limaCharlie } from './limacharlie.ts'
import { logEventExtendedFormat } from './log-event-extended-format.ts'
import { logRhythm } from './logrhythm.ts'
import { logScale } from './logscale.ts'
import { lookout } from './lookout.ts'
import { metlo } from './metlo.ts'
import { microsoftGraphAlert } from './microsoft-graph-alert.ts'
import { microsoftSecurityAlert } from './microsoft-security-alert.ts'
import { microsoftSentinel } from './microsoft-sentinel.ts'
import { neroSwarm } from './neroswarm.ts'
import { netography } from './netography.ts'
import { netskope } from './netskope.ts'
import { netWitness } from './netwitness.ts'
import { neuVector } from './neuvector.ts'
import { nozomi } from './nozomi.ts'
import { ocsfFinding } from './ocsf-finding.ts'
import { openCanary } from './opencanary.ts'
import { oracleCloudGuard } from './oracle-cloud-guard.ts'
import { ossec } from './ossec.ts'
import { paloAltoLog } from './palo-alto-log.ts'
import { panther } from './panther.ts'
import { pradeo } from './pradeo.ts'
import { qradarOffense } from './qradar-offense.ts'
import { rapid7InsightIdr } from './rapid7-insightidr.ts'
import { rapid7Tcell } from './rapid7-tcell.ts'
import { rapid7ThreatCommand } from './rapid7-threat-command.ts'
import { recordedFuture } from './recorded-future.ts'
import { redCanary } from './red-canary.ts'
import { reportUri } from './report-uri.ts'
import { rubrik } from './rubrik.ts'
import { searchLight } from './searchlight.ts'
import { seckiot } from './seckiot.ts'
import { securonix } from './securonix.ts'
import { sentinelOneAlert } from './sentinelone-alert.ts'
import { sentinelOneRule } from './sentinelone-rule.ts'
import { sentinelOneThreat } from './sentinelone-threat.ts'
import { snort } from './snort.ts'
import { socRadar } from './socradar.ts'
import { socWarden } from './socwarden.ts'
import { sophosCentral } from './sophos-central.ts'
import { sophosFirewall } from './sophos-firewall.ts'
import { sophosXdr } from './sophos-xdr.ts'
import { splunkNotable } from './splunk-notable.ts'
import { splunkWebhook } from './splunk-webhook.ts'
import { stellarCyber } from './stellar-cyber.ts'
import { stormshieldSns } from './stormshield-sns.ts'
import { suricata } from './suricata.ts'
import { sysdigSecure } from './sysdig-secure.ts'
import { taegis } from './taegis.ts'
import { tailscale } from './tailscale.ts'
import { tenableIdentityExposure } from './tenable-identity-exposure.ts'
import { theHive } from './thehive.ts'
import { thinkstCanary } from './thinkst-canary.ts'
import { threatStack } from './threat-stack.ts'
import { tines } from './tines.ts'
import { tracebit } from './tracebit.ts'
import { tracee } from './tracee.ts'
import { trellixNx } from './trellix-nx.ts'
import { trellixSandbox } from './trellix-sandbox.ts'
import { trendVisionOne } from './trend-vision-one.ts'
import { trendVisionOneOat } from './trend-vision-one-oat.ts'
import { ubika } from './ubika.ts'
import { unifi } from './unifi.ts'
import { uptycs } from './uptycs.ts'
import { usmAnywhere } from './usm-anywhere.ts'
import { usta } from './usta.ts'
import { vectra } from './vectra.ts'
import { wallarm } from './wallarm.ts'
import { wazuh4 } from './wazuh-4.ts'
import { wazuh4Shuffle } from './wazuh-4-shuffle.ts'
import { wazuh5 } from './wazuh-5.ts'
import { withSecure } from './withsecure.ts'
import { zeek } from './zeek.ts'
import { zeroFox } from './zerofox.ts'
import { zimperium } from './zimperium.ts'
import { zscaler } from './zscaler.ts'

/** Products that detect attacks. */
export const SECURITY_PRODUCTS: readonly Product[] = [
  alcideKaudit,
  anvilogic,
  hayabusa,
  oracleCloudGuard,
  taegis,
  wazuh4,
  wazuh4Shuffle,
  wazuh5,
  microsoftSentinel,
  defenderXdrIncident,
  microsoftSecurityAlert,
  microsoftGraphAlert,
  splunkNotable,
  splunkWebhook,
  elasticSecurity,
  awsGuardDuty,
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
  theHive,
  tines,
  ocsfFinding,
  netskope,
  darktrace,
  vectra,
  thinkstCanary,
  tracebit,
  socRadar,
  withSecure,
  nozomi,
  gcpEventThreat,
  cloudflare,
  panther,
  extraHop,
  sysdigSecure,
  azureActivityLog,
  lookout,
  zimperium,
  trendVisionOneOat,
  searchLight,
  cato,
  gatewatcher,
  rapid7ThreatCommand,
  fortiSiem,
  logRhythm,
  securonix,
  usmAnywhere,
  recordedFuture,
  wallarm,
  crowdSec,
  checkPointHarmonyMobile,
  openCanary,
  kubeArmor,
  tracee,
  fastlyNgwaf,
  dataDome,
  usta,
  ubika,
  seckiot,
  limaCharlie,
  stellarCyber,
  devo,
  redCanary,
  exabeam,
  neuVector,
  zeek,
  rapid7Tcell,
  netWitness,
  f5DistributedCloud,
  contrastAdr,
  citrixAnalytics,
  akamai,
  armis,
  clarotyXDome,
  lakewatch,
  metlo,
  guardicore,
  commonEventFormat,
  logEventExtendedFormat,
  ciscoXdr,
  logScale,
  ossec,
  snort,
  asimAlert,
  flashpoint,
  zeroFox,
  kubescape,
  awsMalwareProtection,
  trellixNx,
  infobloxInsight,
  gcpNetworkThreat,
  rubrik,
  cohesity,
  gcpCloudArmor,
  unifi,
  zscaler,
  doppel,
  tailscale,
  cybelAngel,
  cyberint,
  awsCloudTrailInsight,
  cyble,
  neroSwarm,
  fortinetLog,
  betterMobile,
  paloAltoLog,
  stormshieldSns,
  sophosFirewall,
  ciscoSecureFirewall,
  tenableIdentityExposure,
  juniperSrx,
  kasperskyKuma,
  kibanaRule,
  reportUri,
  trellixSandbox,
  netography,
  threatStack,
  canarytokens,
  sophosXdr,
  pradeo,
  ciscoSecureAccess,
  alertLogic,
  socWarden,
  expel,
  impervaCloudWaf,
  uptycs,
]
