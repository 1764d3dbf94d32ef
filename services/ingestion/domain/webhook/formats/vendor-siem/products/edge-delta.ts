import { hashOf, hashOfSubject, requiring } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A notification of a monitor of Edge Delta, in the bodies that guides recommend. It is not graded. */
export const edgeDelta: Product = {
  id: 'edge_delta',
  name: 'Edge Delta',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-edge-delta.md',
  forms: [
    [is('source', 'edgedelta'), has('title'), has('state')],
    [is('event_action', 'triggered', 'resolved'), has('event_id'), has('monitor_query')],
  ],
  title: ['{title}: {group}', 'title'],
  description: ['detail', 'message'],
  severity: [],
  time: ['date', 'event_time'],
  systems: ['group'],
  identity: {
    of: requiring(
      ['date', 'event_time', 'event_id'],
      hashOf('event_id', 'title', 'group', 'state', 'date', 'event_action', 'event_time'),
    ),
    closes: hashOfSubject('title', 'group', 'url', 'monitor_query'),
    why: 'It is not documented whether an id is that of one firing. Identity: id, title, group, state and date. Without id and date, only the very delivery identifies the alert. The recovery finds its alert by title, group and the link or the query of the monitor.',
  },
  state: [when('state', ['recovery'], 'resolved'), when('event_action', ['resolved'], 'resolved')],
}
