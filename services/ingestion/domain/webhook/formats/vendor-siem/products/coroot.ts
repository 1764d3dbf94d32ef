import { delivery, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { when } from '../state.ts'

const STATUS = is('status', 'WARNING', 'CRITICAL', 'OK')
/** `namespace:kind:name` */
const APPLICATION = like('application', /^[^:]*:[^:]+:[^:]+/, 'such as default:Deployment:app1')

/** An alert or incident of Coroot, as its template `json .` gives it. Its notices of deployments have other states. */
export const coroot: Product = {
  id: 'coroot',
  name: 'Coroot',
  source: 'coroot/coroot, docs/docs/alerting/webhook.md and notifications/webhook.go',
  forms: [
    [STATUS, APPLICATION, has('rule_name'), has('project_name')],
    [STATUS, APPLICATION, has('reports.check'), has('url')],
  ],
  title: [
    '{rule_name} on {application}: {summary}',
    '{rule_name} on {application}',
    '{reports.check} of {application}: {reports.message}',
  ],
  titleStandIn: ['Coroot: {application}'],
  description: ['rca_summary', 'summary', 'reports.message', 'url'],
  severity: [word('severity'), word('status')],
  time: [],
  systems: ['application'],
  identity: {
    of: delivery,
    why: 'The id is not unique: the address is that of the alert or the incident, every change of which repeats it, and no time is sent. Only the very delivery identifies the alert. The end finds its alert by the address.',
    closes: hashOfShared('url'),
  },
  state: [when('status', ['OK'], 'resolved')],
}
