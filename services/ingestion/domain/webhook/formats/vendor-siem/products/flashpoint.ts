import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Flashpoint Ignite: a result of a customer's search. It is not graded. */
export const flashpoint: Product = {
  id: 'flashpoint',
  name: 'Flashpoint',
  source: 'elastic/integrations, packages/ti_flashpoint, data stream alert',
  forms: [
    [
      ...[has('reason.text'), has('reason.origin'), has('resource.id')],
      hasOneOf('highlight_text', 'data_type'),
    ],
  ],
  title: ['{reason.name}: {resource.title}', '{reason.name} ({source})', 'reason.text'],
  description: ['highlight_text'],
  severity: [],
  time: ['generated_at', 'created_at'],
  systems: ['resource.site.title'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each alert. The ids of the search and of what it found are shared and not read.',
  },
  state: [status('status')],
}
