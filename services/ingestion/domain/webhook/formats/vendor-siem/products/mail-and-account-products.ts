import type { Product } from '../product.ts'
import { abnormalSecurity } from './abnormal-security.ts'
import { armorblox } from './armorblox.ts'
import { atlassianGuard } from './atlassian-guard.ts'
import { auth0 } from './auth0.ts'
import { authomize } from './authomize.ts'
import { bloodHound } from './bloodhound.ts'
import { box } from './box.ts'
import { checkPointHarmonyEmail } from './checkpoint-harmony-email.ts'
import { ciscoEmailThreatDefense } from './cisco-email-threat-defense.ts'
import { code42Incydr } from './code42-incydr.ts'
import { cognni } from './cognni.ts'
import { curity } from './curity.ts'
import { cyberDrainCheck } from './cyberdrain-check.ts'
import { cylanceProtect } from './cylance-protect.ts'
import { defenderCloudApps } from './defender-cloud-apps.ts'
import { digitalGuardian } from './digital-guardian.ts'
import { duoTrustMonitor } from './duo-trust-monitor.ts'
import { entraIdProtection } from './entra-id-protection.ts'
import { enzoic } from './enzoic.ts'
import { fortiDlp } from './fortidlp.ts'
import { googleWorkspaceAlert } from './google-workspace-alert.ts'
import { ibmVerify } from './ibm-verify.ts'
import { intelfinder } from './intelfinder.ts'
import { ironscales } from './ironscales.ts'
import { island } from './island.ts'
import { microsoft365Alert } from './microsoft-365-alert.ts'
import { mimecast } from './mimecast.ts'
import { mimecastThreatLog } from './mimecast-threat-log.ts'
import { okta } from './okta.ts'
import { proofpointItm } from './proofpoint-itm.ts'
import { proofpointTap } from './proofpoint-tap.ts'
import { proofpointThreatResponse } from './proofpoint-threat-response.ts'
import { pushSecurity } from './push-security.ts'
import { retarus } from './retarus.ts'
import { sailPointSodViolation } from './sailpoint-sod-violation.ts'
import { salesforceThreat } from './salesforce-threat.ts'
import { slackAnomaly } from './slack-anomaly.ts'
import { spycloud } from './spycloud.ts'
import { sublime } from './sublime.ts'
import { teleport } from './teleport.ts'
import { trellixEtp } from './trellix-etp.ts'
import { vadeM365 } from './vade-m365.ts'
import { valence } from './valence.ts'
import { varonis } from './varonis.ts'
import { vorlon } from './vorlon.ts'

/** Products that monitor mail, accounts and shared documents. */
export const MAIL_AND_ACCOUNT_PRODUCTS: readonly Product[] = [
  entraIdProtection,
  okta,
  proofpointTap,
  abnormalSecurity,
  googleWorkspaceAlert,
  mimecast,
  sailPointSodViolation,
  trellixEtp,
  mimecastThreatLog,
  sublime,
  microsoft365Alert,
  pushSecurity,
  checkPointHarmonyEmail,
  retarus,
  auth0,
  defenderCloudApps,
  box,
  ciscoEmailThreatDefense,
  code42Incydr,
  ironscales,
  proofpointItm,
  duoTrustMonitor,
  varonis,
  proofpointThreatResponse,
  vorlon,
  atlassianGuard,
  slackAnomaly,
  salesforceThreat,
  cognni,
  digitalGuardian,
  island,
  spycloud,
  cyberDrainCheck,
  teleport,
  vadeM365,
  enzoic,
  intelfinder,
  cylanceProtect,
  fortiDlp,
  armorblox,
  curity,
  authomize,
  valence,
  ibmVerify,
  bloodHound,
]
