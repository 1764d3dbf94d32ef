import type { Product } from '../product.ts'
import { awsIotDeviceDefender } from './aws-iot-device-defender.ts'
import { beelzebub } from './beelzebub.ts'
import { bitdefender } from './bitdefender.ts'
import { carbonBlack } from './carbon-black.ts'
import { carbonBlackEdr } from './carbon-black-edr.ts'
import { carbonBlackNotification } from './carbon-black-notification.ts'
import { checkPointHarmonyEndpoint } from './checkpoint-harmony-endpoint.ts'
import { ciscoSecureEndpoint } from './cisco-secure-endpoint.ts'
import { cyberArkEpm } from './cyberark-epm.ts'
import { cybereason } from './cybereason.ts'
import { daspren } from './daspren.ts'
import { esetInspect } from './eset-inspect.ts'
import { esetProtect } from './eset-protect.ts'
import { harfangLab } from './harfanglab.ts'
import { huntress } from './huntress.ts'
import { jamfProtect } from './jamf-protect.ts'
import { jamfSecurityCloud } from './jamf-security-cloud.ts'
import { kaspersky } from './kaspersky.ts'
import { microsoftDefenderAntivirus } from './microsoft-defender-antivirus.ts'
import { nextronThor } from './nextron-thor.ts'
import { stingbox } from './stingbox.ts'
import { stormshieldSes } from './stormshield-ses.ts'
import { symantecDlp } from './symantec-dlp.ts'
import { symantecEdr } from './symantec-edr.ts'
import { symantecEndpointProtection } from './symantec-endpoint-protection.ts'
import { symantecEndpointSecurity } from './symantec-endpoint-security.ts'
import { tanium } from './tanium.ts'
import { tehtris } from './tehtris.ts'
import { trellixEdr } from './trellix-edr.ts'
import { trellixEpo } from './trellix-epo.ts'
import { trellixHx } from './trellix-hx.ts'
import { trendDeepSecurity } from './trend-deep-security.ts'
import { veeamBackup } from './veeam-backup.ts'
import { watchGuardEpdr } from './watchguard-epdr.ts'

/** Products that protect servers, clients and phones. */
export const ENDPOINT_PRODUCTS: readonly Product[] = [
  carbonBlack,
  carbonBlackEdr,
  daspren,
  harfangLab,
  jamfProtect,
  jamfSecurityCloud,
  cybereason,
  huntress,
  esetProtect,
  esetInspect,
  cyberArkEpm,
  tehtris,
  trellixEdr,
  trellixHx,
  trellixEpo,
  symantecEdr,
  bitdefender,
  ciscoSecureEndpoint,
  watchGuardEpdr,
  stormshieldSes,
  symantecEndpointSecurity,
  symantecEndpointProtection,
  trendDeepSecurity,
  kaspersky,
  tanium,
  microsoftDefenderAntivirus,
  awsIotDeviceDefender,
  carbonBlackNotification,
  nextronThor,
  beelzebub,
  stingbox,
  symantecDlp,
  checkPointHarmonyEndpoint,
  veeamBackup,
]
