import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

const EVENT = has('event_id')

/** A threat that Zimperium Mobile Threat Defense found on a device. The place of its grade ELEVATED is not documented, so it is unknown. */
export const zimperium: Product = {
  id: 'zimperium',
  name: 'Zimperium Mobile Threat Defense',
  source:
    'Azure/Azure-Sentinel, Sample Data/Custom/ZimperiumThreatLog_CL.json; demisto/content, Packs/Zimperium/Integrations/ZimperiumV2/test_data/threat_search.json',
  forms: [
    [
      ...[has('threat_name'), has('threat_uuid'), has('event_id'), has('severity_name')],
      hasOneOf('zdevice_id', 'system_token', 'threat_vector'),
    ],
    [
      ...[has('threatTypeName'), has('threatTypeId'), has('severityName'), has('id')],
      hasOneOf('zeventId', 'zappInstanceId', 'zappId'),
    ],
  ],
  title: [
    '{threat_name} on {device_owner_email}',
    '{threat_name} on {device_id}',
    'threat_name',
    '{threatTypeName} on {deviceOwner}',
    'threatTypeName',
  ],
  description: [
    'threat_detail',
    '{device_os} {device_os_version}',
    'generalInfo.jailbreakReasons',
    'generalInfo.actionTriggered',
  ],
  severity: [word('severity_name', 'severityName')],
  time: ['device_time', 'TimeGenerated', 'timestamp'],
  systems: ['device_id', 'zdevice_id', 'deviceId'],
  identity: {
    of: (alert) => (EVENT.holds(alert) ? ofEvent(alert) : ofThreat(alert)),
    why: 'It is not documented whether the id is unique: it is a UUID. Identity: id, account, device and time. An event never changes.',
  },
  // A test of an administrator.
  state: [when('simulated', [true], 'informational')],
}

const ofEvent = idAnd('event_id', 'account_id', 'device_id', 'device_time')
const ofThreat = idAnd('id', 'accountId', 'deviceId', 'timestamp')
