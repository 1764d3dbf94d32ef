import { hashOf, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Armis Centrix, or a vulnerability of a device. */
export const armis: Product = {
  id: 'armis',
  name: 'Armis',
  source: 'elastic/integrations, packages/armis, data streams alert and vulnerability',
  forms: [
    [
      ...[has('alertId'), has('title'), has('deviceIds'), has('severity')],
      hasOneOf('policyTitle', 'activityUUIDs', 'affectedDevicesCount'),
    ],
    [has('cveUid'), has('severity'), has('vulnerability_match.deviceId'), has('vulnerability_match.status')],
  ],
  title: ['title', 'policyTitle', '{cveUid} on device {vulnerability_match.deviceId}'],
  description: ['description', '{policyTitle}: {classification}'],
  severity: [word('severity')],
  time: ['time', 'vulnerability_match.firstDetected'],
  systems: ['destinationEndpoints', 'sourceEndpoints'],
  identity: {
    of: (alert) => (has('vulnerability_match').holds(alert) ? ofVulnerability(alert) : ofAlert(alert)),
    why: 'The id is not unique: each tenant counts its alerts. Identity: id, policy and time. A change of the status keeps them. Identity of a vulnerability: CVE, device and the time it was first detected on it.',
  },
  state: [status('vulnerability_match.status', 'status')],
}

const ofAlert = idAnd('alertId', 'policyId', 'time')
const ofVulnerability = hashOf('cveUid', 'vulnerability_match.deviceId', 'vulnerability_match.firstDetected')
