import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of blacklens.io about the external attack surface. */
export const blacklens: Product = {
  id: 'blacklens',
  name: 'blacklens.io',
  source: 'elastic/integrations, packages/blacklens, data stream alerts',
  forms: [
    [has('analysis'), has('activities.type'), has('category'), has('severity'), has('status'), has('id')],
  ],
  title: ['{name}: {activities.description}', 'name'],
  description: ['activities.description', 'category'],
  severity: [word('severity')],
  time: ['activities.created_date', 'created_date', 'updated_date'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each alert. Further activities and a change of the status keep it.',
  },
  state: [status('status')],
}
