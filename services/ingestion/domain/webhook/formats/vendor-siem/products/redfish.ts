import { wholeAlert } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { when } from '../state.ts'

/**
 * A record of a Redfish event, as a server's management controller pushes it. Its field `redfish` is the event around it (event-lists.ts).
 */
export const redfish: Product = {
  id: 'redfish',
  name: 'Redfish',
  source: 'https://redfish.dmtf.org/schemas/v1/Event.json; DMTF DSP0266, "Eventing"',
  forms: [
    [
      like('MessageId', /^\w+\.[\w.-]+$/, 'such as Alert.1.0.LanDisconnect'),
      hasOneOf('MessageSeverity', 'Severity', 'EventTimestamp'),
      has('redfish'),
    ],
  ],
  title: ['{Message} ({OriginOfCondition.@odata.id})', 'Message', 'MessageId'],
  description: ['Resolution', 'MessageId'],
  severity: [
    codes('MessageSeverity', { critical: 'critical', warning: 'medium' }),
    codes('Severity', { critical: 'critical', warning: 'medium' }),
  ],
  time: ['EventTimestamp'],
  systems: ['OriginOfCondition.@odata.id'],
  identity: {
    of: wholeAlert,
    why: 'The id is not unique: each controller counts its own EventId, and the records of one event can have the same one. Identity: the whole record, with its event and the context that its subscription sets. A record never changes.',
  },
  state: [when('MessageSeverity', ['OK'], 'informational'), when('Severity', ['OK'], 'informational')],
}
