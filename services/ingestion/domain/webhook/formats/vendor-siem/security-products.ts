import { abnormalSecurity } from './abnormal-security.ts'
import { akamai } from './akamai.ts'
import { appOmni } from './appomni.ts'
import { armis } from './armis.ts'
import { auth0 } from './auth0.ts'
import { awsAccessAnalyzer } from './aws-access-analyzer.ts'
import { awsConfig } from './aws-config.ts'
import { awsEcrScan } from './aws-ecr-scan.ts'
import { awsGuardDuty } from './aws-guardduty.ts'
import { awsInspector } from './aws-inspector.ts'
import { awsMacie } from './aws-macie.ts'
import { awsSecurityHub } from './aws-security-hub.ts'
import { azureActivityLog } from './azure-activity-log.ts'
import { azureDevOpsAlert } from './azure-devops-alert.ts'
import { bitdefender } from './bitdefender.ts'
import { carbonBlack } from './carbon-black.ts'
import { carbonBlackEdr } from './carbon-black-edr.ts'
import { cato } from './cato.ts'
import { censysAsm } from './censys-asm.ts'
import { checkPointHarmonyEmail } from './checkpoint-harmony-email.ts'
import { checkPointHarmonyMobile } from './checkpoint-harmony-mobile.ts'
import { ciscoSecureEndpoint } from './cisco-secure-endpoint.ts'
import { clarotyXDome } from './claroty-xdome.ts'
import { cloudflare } from './cloudflare.ts'
import { commonEventFormat } from './common-event-format.ts'
import { cortexXdrAlert, cortexXdrIncident } from './cortex-xdr.ts'
import { crowdSec } from './crowdsec.ts'
import { crowdstrikeAlert } from './crowdstrike-alert.ts'
import { crowdstrikeEventStream } from './crowdstrike-event-stream.ts'
import { cybereason } from './cybereason.ts'
import { darktrace } from './darktrace.ts'
import { dataDome } from './datadome.ts'
import { defenderCloudApps } from './defender-cloud-apps.ts'
import { defenderCloudAssessment } from './defender-cloud-assessment.ts'
import { defenderXdrIncident } from './defender-xdr-incident.ts'
import { dependencyTrack } from './dependency-track.ts'
import { devo } from './devo.ts'
import { elasticSecurity } from './elastic-security.ts'
import { entraIdProtection } from './entra-id-protection.ts'
import { esetProtect } from './eset-protect.ts'
import { exabeam } from './exabeam.ts'
import { extraHop } from './extrahop.ts'
import { f5DistributedCloud } from './f5-distributed-cloud.ts'
import { falco } from './falco.ts'
import { fastlyNgwaf } from './fastly-ngwaf.ts'
import { fleet } from './fleet.ts'
import { fortiSiem } from './fortisiem.ts'
import { gatewatcher } from './gatewatcher.ts'
import { gcpEventThreat } from './gcp-event-threat.ts'
import { gcpScc } from './gcp-scc.ts'
import { gitGuardian } from './gitguardian.ts'
import { gitHubAlert } from './github-alert.ts'
import { gitLabVulnerability } from './gitlab-vulnerability.ts'
import { googleSecops } from './google-secops.ts'
import { googleWorkspaceAlert } from './google-workspace-alert.ts'
import { graylog } from './graylog.ts'
import { graylog2 } from './graylog-2.ts'
import { harbor } from './harbor.ts'
import { harfangLab } from './harfanglab.ts'
import { huntress } from './huntress.ts'
import { jamfProtect } from './jamf-protect.ts'
import { jfrogXray } from './jfrog-xray.ts'
import { kubeArmor } from './kubearmor.ts'
import { lacework } from './lacework.ts'
import { lakewatch } from './lakewatch.ts'
import { limaCharlie } from './limacharlie.ts'
import { logEventExtendedFormat } from './log-event-extended-format.ts'
import { logRhythm } from './logrhythm.ts'
import { lookout } from './lookout.ts'
import { metlo } from './metlo.ts'
import { microsoft365Alert } from './microsoft-365-alert.ts'
import { microsoftGraphAlert } from './microsoft-graph-alert.ts'
import { microsoftSecurityAlert } from './microsoft-security-alert.ts'
import { microsoftSentinel } from './microsoft-sentinel.ts'
import { mimecast } from './mimecast.ts'
import { netskope } from './netskope.ts'
import { netWitness } from './netwitness.ts'
import { neuVector } from './neuvector.ts'
import { nozomi } from './nozomi.ts'
import { ocsfFinding } from './ocsf-finding.ts'
import { okta } from './okta.ts'
import { openCanary } from './opencanary.ts'
import { orca } from './orca.ts'
import { panther } from './panther.ts'
import { policyReporter } from './policy-reporter.ts'
import { prismaCloud } from './prisma-cloud.ts'
import { prismaCloudCompute } from './prisma-cloud-compute.ts'
import type { Product } from './product.ts'
import { promptfoo } from './promptfoo.ts'
import { proofpointTap } from './proofpoint-tap.ts'
import { pushSecurity } from './push-security.ts'
import { qradarOffense } from './qradar-offense.ts'
import { rapid7InsightIdr } from './rapid7-insightidr.ts'
import { rapid7Tcell } from './rapid7-tcell.ts'
import { rapid7ThreatCommand } from './rapid7-threat-command.ts'
import { recordedFuture } from './recorded-future.ts'
import { redCanary } from './red-canary.ts'
import { retarus } from './retarus.ts'
import { searchLight } from './searchlight.ts'
import { seckiot } from './seckiot.ts'
import { securityScorecard } from './securityscorecard.ts'
import { securonix } from './securonix.ts'
import { semgrep } from './semgrep.ts'
import { sentinelOneAlert } from './sentinelone-alert.ts'
import { sentinelOneRule } from './sentinelone-rule.ts'
import { sentinelOneThreat } from './sentinelone-threat.ts'
import { snyk } from './snyk.ts'
import { socRadar } from './socradar.ts'
import { sophosCentral } from './sophos-central.ts'
import { sophosCloudOptix } from './sophos-cloud-optix.ts'
import { splunkNotable } from './splunk-notable.ts'
import { splunkWebhook } from './splunk-webhook.ts'
import { stackRox } from './stackrox.ts'
import { stellarCyber } from './stellar-cyber.ts'
import { stepSecurity } from './stepsecurity.ts'
import { sublime } from './sublime.ts'
import { suricata } from './suricata.ts'
import { sysdigSecure } from './sysdig-secure.ts'
import { tehtris } from './tehtris.ts'
import { tenable } from './tenable.ts'
import { theHive } from './thehive.ts'
import { thinkstCanary } from './thinkst-canary.ts'
import { tracebit } from './tracebit.ts'
import { tracee } from './tracee.ts'
import { trellixEdr } from './trellix-edr.ts'
import { trellixEpo } from './trellix-epo.ts'
import { trellixHx } from './trellix-hx.ts'
import { trendVisionOne } from './trend-vision-one.ts'
import { trendVisionOneOat } from './trend-vision-one-oat.ts'
import { trivyOperator } from './trivy-operator.ts'
import { ubika } from './ubika.ts'
import { upwind } from './upwind.ts'
import { usmAnywhere } from './usm-anywhere.ts'
import { usta } from './usta.ts'
import { vectra } from './vectra.ts'
import { wallarm } from './wallarm.ts'
import { watchGuardEpdr } from './watchguard-epdr.ts'
import { wazuh4 } from './wazuh-4.ts'
import { wazuh4Shuffle } from './wazuh-4-shuffle.ts'
import { wazuh5 } from './wazuh-5.ts'
import { withSecure } from './withsecure.ts'
import { wiz } from './wiz.ts'
import { zeek } from './zeek.ts'

/** Products that watch for attacks, weaknesses and violations. */
export const SECURITY_PRODUCTS: readonly Product[] = [
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
  awsSecurityHub,
  awsGuardDuty,
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
  theHive,
  ocsfFinding,
  awsAccessAnalyzer,
  awsInspector,
  awsMacie,
  entraIdProtection,
  wiz,
  orca,
  prismaCloud,
  prismaCloudCompute,
  lacework,
  netskope,
  carbonBlack,
  harfangLab,
  darktrace,
  vectra,
  thinkstCanary,
  gitHubAlert,
  upwind,
  tracebit,
  socRadar,
  withSecure,
  nozomi,
  gcpEventThreat,
  appOmni,
  cloudflare,
  panther,
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
  mimecast,
  sublime,
  rapid7ThreatCommand,
  awsConfig,
  fortiSiem,
  logRhythm,
  securonix,
  fleet,
  microsoft365Alert,
  gitGuardian,
  stackRox,
  trellixEdr,
  usmAnywhere,
  trellixHx,
  recordedFuture,
  censysAsm,
  wallarm,
  dependencyTrack,
  semgrep,
  crowdSec,
  checkPointHarmonyMobile,
  pushSecurity,
  bitdefender,
  openCanary,
  ciscoSecureEndpoint,
  trellixEpo,
  kubeArmor,
  tracee,
  promptfoo,
  sophosCloudOptix,
  checkPointHarmonyEmail,
  fastlyNgwaf,
  dataDome,
  usta,
  ubika,
  retarus,
  seckiot,
  securityScorecard,
  limaCharlie,
  stellarCyber,
  devo,
  redCanary,
  exabeam,
  auth0,
  azureDevOpsAlert,
  neuVector,
  harbor,
  awsEcrScan,
  zeek,
  defenderCloudApps,
  rapid7Tcell,
  tenable,
  netWitness,
  watchGuardEpdr,
  f5DistributedCloud,
  akamai,
  carbonBlackEdr,
  armis,
  clarotyXDome,
  lakewatch,
  metlo,
  stepSecurity,
  commonEventFormat,
  logEventExtendedFormat,
]
