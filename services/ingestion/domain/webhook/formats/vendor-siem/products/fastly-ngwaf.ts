import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is, object } from '../recognition.ts'
import { rule } from '../state.ts'

/**
 * An event of Fastly's Next-Gen WAF (formerly Signal Sciences): a flagged address, from its feed or its generic webhook. It is
 * not graded.
 */
export const fastlyNgwaf: Product = {
  id: 'fastly_ngwaf',
  name: 'Fastly Next-Gen WAF',
  source:
    'SEKOIA-IO/intake-formats, Fastly/fastly-waf/tests; https://www.fastly.com/documentation/guides/next-gen-waf/monitoring/alerts/generic-webhooks/',
  forms: [
    [
      is('action', 'flagged', 'info', 'blocked'),
      has('reasons'),
      has('requestCount'),
      has('tagCount'),
      has('window'),
    ],
    [is('type', 'flag'), has('created'), object('payload'), has('link')],
  ],
  title: [
    '{type} from {source}: {action}',
    '{type} from {source}',
    'Address {payload.source} flagged',
    'Address flagged at {payload.Name}',
  ],
  titleStandIn: ['Next-Gen WAF: {type}'],
  description: ['userAgents', 'remoteCountryCode'],
  severity: [],
  time: ['timestamp', 'created'],
  systems: ['source', 'workspaceId'],
  identity: {
    of: id('id'),
    why: 'The id is unique: 24 hexadecimal digits for each event. The webhook sends no id. Identity of its notification: the whole of it, with its time.',
  },
  state: [rule((alert) => (is('action', 'info').holds(alert) ? 'informational' : null))],
}
