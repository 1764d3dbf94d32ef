import { wholeAlert } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'

/** An alert of Apache Druid, by its HTTP emitter. The three severities are those of its code. */
export const druid: Product = {
  id: 'druid',
  name: 'Apache Druid',
  source: 'https://druid.apache.org/docs/latest/operations/alerts',
  forms: [
    [
      ...[is('feed', 'alerts'), has('service'), has('host'), has('description')],
      hasOneOf('severity', 'data'),
    ],
  ],
  title: ['description'],
  description: ['data.exceptionMessage', 'data.message'],
  severity: [codes('severity', { 'service-failure': 'high', 'component-failure': 'medium', anomaly: 'low' })],
  time: ['timestamp'],
  systems: ['service', 'host'],
  identity: {
    of: wholeAlert,
    why: 'An alert has no id. Identity: the whole alert, with its service, host and time (milliseconds). An alert never changes.',
  },
}
