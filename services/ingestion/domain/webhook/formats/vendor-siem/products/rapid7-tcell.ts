import { wholeAlert } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, object } from '../recognition.ts'

/** An alert of Rapid7 tCell, which watches web applications. It is not graded. */
export const rapid7Tcell: Product = {
  id: 'rapid7_tcell',
  name: 'Rapid7 tCell',
  source: 'https://docs.rapid7.com/tcell/using-webhooks-notifications/',
  forms: [
    [
      ...[has('alert_type'), has('alert_title'), has('alert_text'), has('app_id'), has('details_url')],
      object('data'),
    ],
  ],
  title: ['alert_title', '{alert_type} in {app_id}'],
  description: ['alert_text', 'details_url'],
  severity: [],
  time: ['timestamp'],
  systems: ['app_id'],
  identity: {
    of: wholeAlert,
    why: 'An alert has no id. Identity: the whole alert, with its time (milliseconds). An alert never changes.',
  },
}
