import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOfShared, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule } from '../state.ts'

/** A risk of Censys Attack Surface Management that opened or closed. */
export const censysAsm: Product = {
  id: 'censys_asm',
  name: 'Censys ASM',
  source: 'https://docs.censys.com/docs/asm-webhook',
  forms: [
    [
      ...[is('event.source', 'censys'), has('event.type'), has('event.data.risk_event_id')],
      has('event.data.risk_name'),
    ],
  ],
  title: ['{event.data.risk_description} on {event.data.impacted_asset}', 'event.data.risk_name'],
  description: ['event.subject', 'event.data.link'],
  severity: [word('event.data.risk_severity')],
  time: ['event.time', 'event.data.last_seen_at'],
  systems: ['event.data.impacted_asset'],
  identity: {
    of: idAnd(
      'event.data.risk_event_id',
      'event.data.workspace_id',
      'event.type',
      'event.data.impacted_asset',
    ),
    why: 'The id is not unique: each workspace counts its events. Identity: number, workspace, kind and asset. The end is an event with another number: it finds its alert by workspace, risk and asset.',
    closes: hashOfShared('event.data.workspace_id', 'event.data.risk_name', 'event.data.impacted_asset'),
  },
  state: [
    rule(
      (alert) => (/_closed$/.test(plainText(valueAt(alert, 'event.type'))) ? 'closed' : null),
      'event.type',
    ),
  ],
}
