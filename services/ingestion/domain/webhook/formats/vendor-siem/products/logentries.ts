import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, object } from '../recognition.ts'

/** An alert of Logentries (Rapid7 InsightOps): a line of a log that matched, with the lines around it. It has no grade. */
export const logentries: Product = {
  id: 'logentries',
  name: 'Logentries',
  source: 'https://docs.logentries.com/docs/webhookalert',
  forms: [[has('alert.name'), has('log.name'), object('event'), has('event.m'), object('host')]],
  title: ['{alert.name} in {log.name} of {host.name}', 'alert.name'],
  description: ['event.m'],
  severity: [],
  time: ['event.t'],
  systems: ['host.hostname', 'host.name'],
  identity: {
    of: hashOf('alert.name', 'host.hostname', 'host.name', 'log.name', 'event.t', 'event.s'),
    why: 'An alert has no id. Identity: alert, host, log, and time and number of the line. An alert never changes.',
  },
}
