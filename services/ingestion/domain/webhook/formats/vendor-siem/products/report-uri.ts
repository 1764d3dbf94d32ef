import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/**
 * Something that a watcher of Report URI saw on a site for the first time: a script, a frame, a destination of data, or another
 * policy. It is not graded.
 */
export const reportUri: Product = {
  id: 'report_uri',
  name: 'Report URI',
  source: 'https://docs.report-uri.com/integrations/webhooks/',
  forms: [
    [
      is('type', 'scriptWatch', 'dataWatch', 'frameWatch', 'policyWatch'),
      ...[has('text'), has('monitored_domain'), has('first_seen')],
    ],
  ],
  title: ['text'],
  titleStandIn: ['Report URI: {type} of {monitored_domain}'],
  description: ['resourceUri', 'blockedUri', 'policy'],
  severity: [],
  time: ['first_seen'],
  systems: ['monitored_domain'],
  identity: {
    of: hashOf('type', 'monitored_domain', 'first_seen', 'resourceUri', 'blockedUri', 'policy', 'source'),
    why: 'An observation has no id. Identity: watcher, site, what was seen and when it was seen first. An observation never changes.',
  },
}
