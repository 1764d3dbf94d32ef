import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { codes, scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule, status } from '../state.ts'
import { classTitle } from './class-words.ts'

/** An event, alert or detection of Sophos Central (SIEM integration API, alerts API, detections API: severity from 0 to 10). */
export const sophosCentral: Product = {
  id: 'sophos_central',
  name: 'Sophos Central',
  source:
    'https://developer.sophos.com/docs/siem-v1/1/overview; SEKOIA-IO/intake-formats, Sophos/sophos edr/tests',
  forms: [
    [like('type', /^Event::/, 'Event::…'), has('id')],
    [
      has('customer_id'),
      hasOneOf('endpoint_id', 'data.endpoint_id'),
      has('severity'),
      has('type'),
      has('id'),
    ],
    [has('raisedAt'), has('managedAgent'), has('severity'), has('id')],
    [has('detectionRule'), has('sensorGeneratedAt'), has('severity'), has('id')],
  ],
  title: ['name', 'description', 'threat', 'detectionRule'],
  titleStandIn: [classTitle('Sophos', 'group')],
  description: ['description', 'name', 'threat', '{attackType}: {detectionAttack}'],
  severity: [
    word('severity'),
    codes('severity', { 0: 'informational' }),
    scale('severity', { low: 1, medium: 4, high: 7, critical: 9 }),
  ],
  time: ['end', 'when', 'raisedAt', 'sensorGeneratedAt', 'created_at', 'rt'],
  systems: ['dhost', 'location', 'managedAgent.name', 'data.endpoint_name', 'device.entity'],
  state: [rule(routine), status('status')],
  identity: {
    of: id('id'),
    why: "The id is unique: 'the identifier for the event', a UUID (SIEM API). A detection has one too.",
  },
}

/** The events API also reports successes. Its event types have no severity for these. */
function routine(alert: unknown): 'informational' | null {
  return ROUTINE.test(plainText(valueAt(alert, 'type'))) ? 'informational' : null
}

const ROUTINE =
  /::(?:UpdateSuccess|Registered|SavScanComplete|UserAutoCreated|KeyReceived|OutlookPluginEnabledEvent|DiskEncryptionInformation|UpdateRebootRequired)$/
