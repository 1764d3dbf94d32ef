import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { when } from '../state.ts'

/** An event of updown.io. It is not graded. */
export const updown: Product = {
  id: 'updown',
  name: 'updown.io',
  source: 'https://updown.io/api#webhooks; PipedreamHQ/pipedream, components/updown_io',
  forms: [[like('event', /^check\./, 'check.…'), has('check.token'), has('check.url'), has('description')]],
  title: ['description'],
  description: ['downtime.error', 'check.error'],
  severity: [],
  time: ['downtime.started_at', 'time'],
  systems: ['check.url'],
  identity: {
    of: (alert) => (has('downtime.id').holds(alert) ? ofDowntime(alert) : ofEvent(alert)),
    why: 'The id is unique: that of the downtime. The end of the downtime repeats it. Identity of an event without a downtime: check, kind and time.',
  },
  state: [when('event', ['check.up', 'check.ssl_valid', 'check.ssl_renewed'], 'resolved')],
}

const ofDowntime = idAnd('downtime.id', 'check.token')
const ofEvent = idAnd('check.token', 'event', 'time')
