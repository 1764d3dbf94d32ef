import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule } from '../state.ts'

/** An event of Fastly's Next-Gen WAF (before, Signal Sciences): an address that it flagged. It is not graded. */
export const fastlyNgwaf: Product = {
  id: 'fastly_ngwaf',
  name: 'Fastly Next-Gen WAF',
  source: 'SEKOIA-IO/intake-formats, Fastly/fastly-waf/tests',
  forms: [
    [
      is('action', 'flagged', 'info', 'blocked'),
      has('reasons'),
      has('requestCount'),
      has('tagCount'),
      has('window'),
    ],
  ],
  title: ['{type} from {source}: {action}', '{type} from {source}'],
  description: ['userAgents', 'remoteCountryCode'],
  severity: [],
  time: ['timestamp'],
  systems: ['source'],
  identity: { of: id('id'), why: 'Not shared: 24 hexadecimal digits for each event.' },
  state: [rule((alert) => (is('action', 'info').holds(alert) ? 'informational' : null))],
}
