import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { when } from '../state.ts'

/** A webhook of Kaspersky DDoS Protection about an attack on a resource, or about an anomaly in its traffic. It is not graded. */
export const kasperskyDdos: Product = {
  id: 'kaspersky_ddos',
  name: 'Kaspersky DDoS Protection',
  source: 'https://support.kaspersky.com/KDP/1.0/en-US/247026.htm, "Webhooks payload"',
  forms: [
    [
      like('msg_type', /^(?:attack|anomaly)_/, 'attack_… or anomaly_…'),
      ...[hasOneOf('attack_id', 'anomaly_id'), has('resource_id')],
    ],
  ],
  title: ['{attack_type} on {resource_name}', 'Attack or anomaly on {resource_name}', 'attack_type'],
  titleStandIn: ['DDoS attack on resource {resource_id}'],
  severity: [],
  time: ['start_time'],
  systems: ['resource_name'],
  identity: {
    of: idAnd(['attack_id', 'anomaly_id'], 'resource_id', 'start_time'),
    why: 'It is not documented whether the id is unique: it is a number of an attack. Identity: id, resource and start. The end of the attack repeats them.',
  },
  // The end of a short attack is the only notification of it.
  state: [when('msg_type', ['attack_stop', 'anomaly_stop'], 'resolved')],
}
