import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** A threat detection of Upwind. */
export const upwind: Product = {
  id: 'upwind',
  name: 'Upwind',
  source: 'panther-labs/panther-analysis, rules/upwind_rules',
  forms: [[has('upwind_console_link'), has('title'), has('id')]],
  title: ['title', 'category'],
  description: ['description'],
  severity: [word('severity')],
  time: ['first_seen_time', 'last_seen_time'],
  systems: ['resource.name'],
  identity: {
    of: id('id'),
    why: 'The id is unique: that of the detection. When the detection occurs again, only its count changes.',
  },
  state: [status('status')],
}
