import { idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like, object } from '../recognition.ts'
import { when } from '../state.ts'

/** 10 debug, 20 info, 30 warning, 40 error, 50 critical. */
const LEVELS = { 10: 'informational', 20: 'informational', 30: 'medium', 40: 'high', 50: 'critical' } as const

/** An item of Rollbar, from its webhook: new, reactivated, repeated or resolved. */
export const rollbar: Product = {
  id: 'rollbar',
  name: 'Rollbar',
  source: 'https://docs.rollbar.com/docs/webhooks; zulip/zulip, zerver/webhooks/rollbar/fixtures',
  forms: [
    [
      like('event_name', /^(?:.*_item|occurrence|item_velocity)$/, 'such as new_item'),
      ...[object('data.item'), has('data.item.id'), has('data.item.title')],
    ],
  ],
  title: ['data.item.title'],
  description: ['data.item.last_occurrence.body.message.body', 'event_name'],
  severity: [
    word('data.occurrence.level', 'data.item.last_occurrence.level'),
    codes('data.item.level', LEVELS),
  ],
  time: [
    ...['data.occurrence.timestamp', 'data.item.last_occurrence.timestamp'],
    'data.item.last_occurrence_timestamp',
  ],
  systems: ['data.item.last_occurrence.server.host', 'data.item.environment'],
  identity: {
    of: idAnd('data.item.id', 'data.item.project_id', 'data.item.last_activated_timestamp'),
    why: 'The id is not unique: it is that of the item and is the same whenever the item comes back. Identity: id, project and the time at which the item was last activated. Further occurrences and the resolution repeat them.',
  },
  state: [when('event_name', ['resolved_item'], 'resolved')],
}
