import { hashOf, hashOfSubject, idAt } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A notification of a monitor of Edge Delta, in the bodies that guides advise. It has no grade. */
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
    of: (alert) => (idAt(alert, ['date', 'event_time', 'event_id']) === null ? null : ofNotification(alert)),
    closes: hashOfSubject('title', 'group', 'url', 'monitor_query'),
    why: 'Whether an id is one firing’s is not said: title, group, state and date are added; without id and date nothing but the very delivery tells it from the next. The recovery finds it by title, group and the link or the query of the monitor.',
  },
  state: [when('state', ['recovery'], 'resolved'), when('event_action', ['resolved'], 'resolved')],
}

const ofNotification = hashOf('event_id', 'title', 'group', 'state', 'date', 'event_action', 'event_time')
