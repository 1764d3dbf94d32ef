import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** A threat that Zimperium Mobile Threat Defense found on a device. The place of its grade ELEVATED is not documented, so it is unknown. */
export const zimperium: Product = {
  id: 'zimperium',
  name: 'Zimperium Mobile Threat Defense',
  source: 'Azure/Azure-Sentinel, Sample Data/Custom/ZimperiumThreatLog_CL.json',
  forms: [
    [
      ...[has('threat_name'), has('threat_uuid'), has('event_id'), has('severity_name')],
      hasOneOf('zdevice_id', 'system_token', 'threat_vector'),
    ],
  ],
  title: ['{threat_name} on {device_owner_email}', '{threat_name} on {device_id}', 'threat_name'],
  description: ['threat_detail', '{device_os} {device_os_version}'],
  severity: [word('severity_name')],
  time: ['device_time', 'TimeGenerated'],
  systems: ['device_id', 'zdevice_id'],
  identity: {
    of: idAnd('event_id', 'account_id', 'device_id', 'device_time'),
    why: 'It is not documented whether the id is unique: it is a UUID. Identity: id, account, device and time. An event never changes.',
  },
}
