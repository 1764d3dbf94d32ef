import { hashOfSubject, idAt } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/** The alert of a monitor of Cronitor, or its recovery. */
export const cronitor: Product = {
  id: 'cronitor',
  name: 'Cronitor',
  source: 'https://cronitor.io/docs/using-webhooks',
  forms: [
    [
      ...[is('type', 'ALERT', 'RECOVERY'), has('monitor'), has('rule')],
      hasOneOf('issue_url', 'monitor_url', 'environment'),
    ],
  ],
  title: ['{monitor}: {description}', '{monitor}: {rule}'],
  description: ['description', 'rule'],
  severity: [],
  time: [],
  systems: ['monitor'],
  identity: {
    of: (alert) => idAt(alert, ['issue_url']),
    closes: hashOfSubject('id', 'environment'),
    why: 'The id is not unique: it is the monitor’s. Identity: the address of the issue, which the recovery repeats. No time is sent: without an address, only the very delivery identifies the alert, and the recovery finds it by monitor and environment.',
  },
  state: [when('type', ['RECOVERY'], 'resolved')],
}
