import { valueAt } from '../../fields.ts'
import { id } from './identity.ts'
import { word } from './levels.ts'
import type { Product } from './product.ts'
import { has, hasOneOf, like } from './recognition.ts'
import { rule } from './state.ts'

/** An event or alert of Sophos Central (SIEM integration API, alerts API). */
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
  ],
  title: ['name', 'description', 'threat'],
  titleStandIn: ['group'],
  description: ['description', 'name', 'threat'],
  severity: [word('severity')],
  time: ['end', 'when', 'raisedAt', 'created_at', 'rt'],
  systems: ['dhost', 'location', 'managedAgent.name', 'data.endpoint_name'],
  state: [rule(routine)],
  identity: { of: id('id'), why: "Not shared: 'the identifier for the event', a UUID (SIEM API)." },
}

/** The events API also tells of what went as it should; its types have no grade of their own for that. */
function routine(alert: unknown): 'informational' | null {
  return ROUTINE.test(String(valueAt(alert, 'type'))) ? 'informational' : null
}

const ROUTINE =
  /::(?:UpdateSuccess|Registered|SavScanComplete|UserAutoCreated|KeyReceived|OutlookPluginEnabledEvent|DiskEncryptionInformation|UpdateRebootRequired)$/
