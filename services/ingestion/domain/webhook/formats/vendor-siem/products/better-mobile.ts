import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of Better Mobile Threat Defense on a device. */
export const betterMobile: Product = {
  id: 'better_mobile',
  name: 'Better Mobile Threat Defense',
  source: 'Azure/Azure-Sentinel, Sample Data/Custom/BetterMTDIncidentLog_CL.json',
  forms: [
    [
      has('ThreatTitle'),
      has('ThreatSeverity'),
      has('DeviceId'),
      has('CompanyId'),
      hasOneOf('ThreatType', 'ThreatId'),
    ],
  ],
  title: ['ThreatTitle', 'ThreatType'],
  description: ['ThreatDescription', 'ThreatCategory'],
  severity: [word('ThreatSeverity')],
  time: ['EventTimeStamp', 'LogTimeStamp'],
  systems: ['DeviceId', 'UserEmail'],
  identity: {
    of: hashOf('CompanyId', 'DeviceId', 'ThreatId', 'ThreatType', 'EventTimeStamp'),
    why: 'The id is not unique: it is that of the kind of threat, which devices share. Identity: company, device, threat, kind and the time of the event. A change of the status keeps them.',
  },
  state: [status('Status')],
}
