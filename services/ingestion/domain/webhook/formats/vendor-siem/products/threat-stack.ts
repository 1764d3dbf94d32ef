import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** An alert of Threat Stack, now F5 Distributed Cloud App Infrastructure Protection. 1 is its highest severity. */
export const threatStack: Product = {
  id: 'threat_stack',
  name: 'Threat Stack',
  source: 'https://threatstack.zendesk.com/hc/en-us/articles/4417206626189',
  forms: [
    [
      ...[has('title'), has('created_at'), has('id'), has('organization_id'), has('server_or_region')],
      is('severity', '1', '2', '3'),
    ],
  ],
  title: ['title'],
  description: ['{source}: {server_or_region}'],
  severity: [codes('severity', { 1: 'high', 2: 'medium', 3: 'low' })],
  time: ['created_at'],
  systems: ['server_or_region'],
  identity: {
    of: hashOf('organization_id', 'id'),
    why: "The id is unique: 'a unique alert ID'. Identity: id and organization.",
    unmatched: 'That an alert was dismissed is not told.',
  },
}
