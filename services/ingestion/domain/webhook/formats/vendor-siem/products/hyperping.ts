import { valueAt } from '../../../fields.ts'
import { hashOf, hashOfSubject } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is, lacks } from '../recognition.ts'
import { when } from '../state.ts'

/** A monitor of Hyperping that is down or up again. */
export const hyperping: Product = {
  id: 'hyperping',
  name: 'Hyperping',
  source: 'the README of a bot for Telegram that receives its webhooks',
  forms: [
    [
      ...[is('event', 'check.down', 'check.up'), has('check.url'), has('check.status'), has('check.down')],
      lacks('check.token'),
    ],
  ],
  title: ['{check.url} is down: {check.status}'],
  description: ['check.url'],
  severity: [],
  time: ['check.date'],
  systems: ['check.url'],
  identity: {
    of: (event) => (valueAt(event, 'check.date') === undefined ? null : ofCheck(event)),
    closes: hashOfSubject('check.url'),
    why: 'An event has no id: address, kind and the time of the check are one event’s; without that time nothing but the very delivery. That the monitor is up again finds the alert by the address.',
  },
  state: [when('event', ['check.up'], 'resolved')],
}

const ofCheck = hashOf('check.url', 'event', 'check.date')
