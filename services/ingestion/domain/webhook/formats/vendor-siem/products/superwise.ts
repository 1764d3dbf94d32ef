import { wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'

/** An incident of Superwise, which monitors models. */
export const superwise: Product = {
  id: 'superwise',
  name: 'Superwise',
  source: 'https://docs.superwise.ai/docs/slack-webhook',
  forms: [
    [
      ...[has('subject'), has('attributes'), has('timestamp')],
      is('severity', 'Info', 'Medium', 'Error', 'Critical'),
      like('link', /superwise/i, 'an address of Superwise'),
    ],
  ],
  title: ['subject'],
  description: ['description', 'link'],
  severity: [word('severity')],
  time: ['timestamp'],
  identity: {
    of: wholeAlert,
    why: 'A notification has no id. Identity: the whole notification, with its time. A notification never changes.',
  },
}
