import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** An upload that a DLP rule of Menlo Security found. Its severity has a scale that is not documented. */
export const menlo: Product = {
  id: 'menlo',
  name: 'Menlo Security',
  source: 'elastic/integrations, packages/menlo, data stream dlp',
  forms: [[is('vendor', 'Menlo Security'), has('rule_name'), has('ccl_ids'), has('event_id')]],
  title: ['{rule_name}: {filename} by {userid}', 'rule_name'],
  description: ['{ccl_ids}: {dst_url}'],
  severity: [],
  time: ['event_time'],
  systems: ['userid'],
  identity: {
    of: id('event_id'),
    why: 'The id is unique: a UUID for each event. An event never changes.',
  },
}
