import { hashOf, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A change of a metric from the webhook of Moira, with its trigger (event-lists.ts). */
export const moira: Product = {
  id: 'moira',
  name: 'Moira',
  source: 'moira-alert/moira, senders/webhook/payload.go',
  forms: [
    [
      ...[has('moiraTrigger.id'), has('timestamp'), has('old_state')],
      is('state', 'OK', 'WARN', 'ERROR', 'NODATA', 'EXCEPTION', 'TEST'),
    ],
  ],
  title: ['{moiraTrigger.name}: {metric} {state}', '{moiraTrigger.name}: {state}'],
  titleStandIn: ['Moira trigger {moiraTrigger.id}: {state}'],
  description: ['moiraTrigger.description'],
  severity: [word('state')],
  time: ['timestamp'],
  systems: ['metric'],
  identity: {
    of: hashOf('moiraTrigger.id', 'metric', 'state', 'timestamp'),
    why: 'The id is not unique: it is that of the trigger. Identity: trigger, metric, state and time. The return to OK finds its alert by trigger and metric.',
    closes: hashOfShared('moiraTrigger.id', 'metric'),
  },
  state: [when('state', ['OK'], 'resolved'), when('state', ['TEST'], 'informational')],
}
