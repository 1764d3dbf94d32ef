import type { Product } from '../product.ts'
import { aikido } from './aikido.ts'
import { anchore } from './anchore.ts'
import { appOmni } from './appomni.ts'
import { aqua } from './aqua.ts'
import { argos } from './argos.ts'
import { awsAccessAnalyzer } from './aws-access-analyzer.ts'
import { awsConfig } from './aws-config.ts'
import { awsEcrScan } from './aws-ecr-scan.ts'
import { awsInspector } from './aws-inspector.ts'
import { awsMacie } from './aws-macie.ts'
import { awsSecurityHub } from './aws-security-hub.ts'
import { axonius } from './axonius.ts'
import { azureDevOpsAlert } from './azure-devops-alert.ts'
import { azureKeyVault } from './azure-key-vault.ts'
import { azurePolicy } from './azure-policy.ts'
import { bitSight } from './bitsight.ts'
import { blacklens } from './blacklens.ts'
import { bugBase } from './bugbase.ts'
import { censysAsm } from './censys-asm.ts'
import { checkmarxOne } from './checkmarx-one.ts'
import { checkPointCloudGuard } from './checkpoint-cloudguard.ts'
import { cyera } from './cyera.ts'
import { cymulate } from './cymulate.ts'
import { cyscale } from './cyscale.ts'
import { defenderCloudAssessment } from './defender-cloud-assessment.ts'
import { dependencyTrack } from './dependency-track.ts'
import { detectify } from './detectify.ts'
import { devGuard } from './devguard.ts'
import { escapeTech } from './escape-tech.ts'
import { fleet } from './fleet.ts'
import { gcpScc } from './gcp-scc.ts'
import { gitGuardian } from './gitguardian.ts'
import { gitHubAlert } from './github-alert.ts'
import { gitHubVulnerabilityAlert } from './github-vulnerability-alert.ts'
import { gitLabVulnerability } from './gitlab-vulnerability.ts'
import { gitleaks } from './gitleaks.ts'
import { hackerOne } from './hackerone.ts'
import { harbor } from './harbor.ts'
import { intelMq } from './intelmq.ts'
import { jfrogXray } from './jfrog-xray.ts'
import { lacework } from './lacework.ts'
import { mandiantAsm } from './mandiant-asm.ts'
import { nuclei } from './nuclei.ts'
import { orca } from './orca.ts'
import { policyReporter } from './policy-reporter.ts'
import { prismaCloud } from './prisma-cloud.ts'
import { prismaCloudCompute } from './prisma-cloud-compute.ts'
import { prismaCloudComputeAudit } from './prisma-cloud-compute-audit.ts'
import { prowler } from './prowler.ts'
import { qualysDetection } from './qualys-detection.ts'
import { qualysWas } from './qualys-was.ts'
import { quay } from './quay.ts'
import { rapid7InsightAppSec } from './rapid7-insightappsec.ts'
import { securityScorecard } from './securityscorecard.ts'
import { semgrep } from './semgrep.ts'
import { shadowserver } from './shadowserver.ts'
import { shodanMonitor } from './shodan-monitor.ts'
import { snyk } from './snyk.ts'
import { socket } from './socket.ts'
import { sonatypeLifecycle } from './sonatype-lifecycle.ts'
import { sophosCloudOptix } from './sophos-cloud-optix.ts'
import { stackHawk } from './stackhawk.ts'
import { stackRox } from './stackrox.ts'
import { stepSecurity } from './stepsecurity.ts'
import { sysdigPosture } from './sysdig-posture.ts'
import { tenable } from './tenable.ts'
import { theom } from './theom.ts'
import { trendConformity } from './trend-conformity.ts'
import { trendVisionOneRisk } from './trend-vision-one-risk.ts'
import { trivyOperator } from './trivy-operator.ts'
import { truffleHog } from './trufflehog.ts'
import { upwind } from './upwind.ts'
import { vaultRadar } from './vault-radar.ts'
import { veracodeSca } from './veracode-sca.ts'
import { wiz } from './wiz.ts'
import { zeroPath } from './zeropath.ts'

/** Products that find weaknesses and violations in clouds, code, dependencies and data. */
export const WEAKNESS_PRODUCTS: readonly Product[] = [
  awsSecurityHub,
  gcpScc,
  awsAccessAnalyzer,
  awsInspector,
  awsMacie,
  gitleaks,
  socket,
  wiz,
  orca,
  prismaCloud,
  prismaCloudCompute,
  gitHubVulnerabilityAlert,
  qualysDetection,
  prismaCloudComputeAudit,
  lacework,
  gitHubAlert,
  upwind,
  appOmni,
  defenderCloudAssessment,
  snyk,
  gitLabVulnerability,
  trivyOperator,
  policyReporter,
  jfrogXray,
  awsConfig,
  fleet,
  gitGuardian,
  stackRox,
  censysAsm,
  dependencyTrack,
  semgrep,
  sophosCloudOptix,
  securityScorecard,
  azureDevOpsAlert,
  harbor,
  awsEcrScan,
  tenable,
  stepSecurity,
  cyera,
  veracodeSca,
  hackerOne,
  mandiantAsm,
  checkPointCloudGuard,
  trendConformity,
  cyscale,
  quay,
  aikido,
  checkmarxOne,
  rapid7InsightAppSec,
  anchore,
  aqua,
  prowler,
  nuclei,
  truffleHog,
  azurePolicy,
  azureKeyVault,
  shodanMonitor,
  blacklens,
  argos,
  bitSight,
  stackHawk,
  trendVisionOneRisk,
  devGuard,
  sonatypeLifecycle,
  detectify,
  escapeTech,
  zeroPath,
  bugBase,
  shadowserver,
  intelMq,
  axonius,
  vaultRadar,
  sysdigPosture,
  theom,
  cymulate,
  qualysWas,
]
