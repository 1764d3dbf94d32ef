import { wholeAlert } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'

/** An attack, a vulnerability or a trigger of Wallarm. An attack is not graded. */
export const wallarm: Product = {
  id: 'wallarm',
  name: 'Wallarm',
  source: 'https://docs.wallarm.com/user-guides/settings/integrations/webhook/',
  forms: [
    [
      like('summary', /^\s*\[Wallarm\]/, '[Wallarm] …'),
      has('details.client_name'),
      like('details.notification_type', /hit|attack|vuln|incident|trigger|ban|brute/i, 'new_hits, vuln, …'),
    ],
  ],
  title: [
    '{summary}: {details.hit.type} on {details.hit.host}',
    '{summary}: {details.vuln.title}',
    'summary',
  ],
  description: ['details.vuln.description', 'details.hit.path', 'details.notification_type'],
  severity: [word('details.vuln.threat', 'details.vuln.risk_level')],
  time: ['details.hit.request_time', 'details.hit.create_time', 'details.time', 'details.vuln.discovered_at'],
  systems: ['details.hit.host', 'details.hit.domain', 'details.vuln.host'],
  identity: {
    of: wholeAlert,
    why: 'A notification has no id. Identity: the whole notification, with the time of the request. A notification never changes.',
  },
}
