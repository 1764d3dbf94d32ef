import { hashOf, hashOfSubject, requiring } from '../identity.ts'
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
    of: requiring(['check.date'], hashOf('check.url', 'event', 'check.date')),
    closes: hashOfSubject('check.url'),
    why: 'An alert has no id. Identity: address, kind and the time of the check. Without that time, only the very delivery identifies the alert. The event that the monitor is up again finds its alert by the address.',
  },
  state: [when('event', ['check.up'], 'resolved')],
}
