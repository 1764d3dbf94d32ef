import { hashOf } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** An alert of the honeypot Stingbox. */
export const stingbox: Product = {
  id: 'stingbox',
  name: 'Stingbox',
  source: 'https://www.stingbox.com/stingbox-faq/how-can-i-set-up-receiving-alerts-via-webhooks/',
  forms: [[has('stingbox_code'), has('message'), has('severity'), has('timestamp')]],
  title: ['{stingbox_name}: {message}', 'message'],
  severity: [codes('severity', { important: 'high' }), word('severity')],
  time: ['timestamp'],
  systems: ['stingbox_name', 'stingbox_code'],
  identity: {
    of: hashOf('stingbox_code', 'timestamp', 'severity', 'message', 'cef'),
    why: 'An alert has no id. Identity: box, time, severity and text.',
  },
}
