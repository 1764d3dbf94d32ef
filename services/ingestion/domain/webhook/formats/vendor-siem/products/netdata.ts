import { hashOf, hashOfShared, requiring } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/**
 * An alert or an unreachable node, from the webhook of Netdata Cloud. The agent’s custom sender is a script with another form.
 */
export const netdata: Product = {
  id: 'netdata',
  name: 'Netdata',
  source: 'netdata/netdata, integrations/cloud-notifications/integrations/webhook.md',
  forms: [
    [has('alert'), has('chart'), has('severity'), has('message'), hasOneOf('space', 'alert_url', 'context')],
    [has('status.reachable'), has('status.text'), has('host'), has('severity')],
  ],
  title: ['message'],
  titleStandIn: ['Netdata alert {alert}', 'Netdata: {host} is {status.text}'],
  description: ['info', 'chart'],
  severity: [word('severity')],
  time: ['date'],
  systems: ['host', 'chart'],
  identity: {
    of: requiring(
      ['date'],
      hashOf('space', 'host', 'chart', 'context', 'alert', 'severity', 'date', 'alert_url'),
    ),
    closes: requiring(['host'], hashOfShared('space', 'host', 'url', 'chart', 'context', 'alert')),
    unmatched: 'An alert that names no node can be that of any.',
    why: 'An alert has no id. Identity: space, node, chart, alert, severity, date and link. Without a date, only the very delivery identifies it. Where the node is named, the end finds its alert by the node.',
  },
  state: [when('severity', ['clear'], 'resolved'), when('status.reachable', [true], 'resolved')],
}
