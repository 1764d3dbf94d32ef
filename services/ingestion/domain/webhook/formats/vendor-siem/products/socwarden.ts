import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** An alert of SOCWarden about the users of an application. */
export const socWarden: Product = {
  id: 'socwarden',
  name: 'SOCWarden',
  source: 'https://socwarden.com/docs/webhooks',
  forms: [[is('source', 'socwarden'), has('alert_type'), has('summary')]],
  title: ['summary'],
  description: ['{alert_type} by {actor} from {ip}', 'alert_type'],
  severity: [word('severity')],
  time: ['created_at'],
  systems: ['project'],
  identity: {
    of: id('alert_id'),
    why: 'The id is unique: a UUID for each alert. An action on an address has no id; its content is the identity.',
  },
}
