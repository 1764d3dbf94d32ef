import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert group in an outgoing webhook of Grafana OnCall or IRM. */
export const grafanaOnCall: Product = {
  id: 'grafana_oncall',
  name: 'Grafana OnCall',
  source: 'https://grafana.com/docs/oncall/latest/configure/outgoing-webhooks/',
  forms: [[has('event.type'), has('alert_group.id'), has('alert_group.state')]],
  title: ['alert_group.title', 'alert_payload.title'],
  titleStandIn: ['Grafana OnCall alert group {alert_group.id}'],
  description: ['alert_payload.message', 'alert_payload.annotations.description'],
  severity: [
    word(
      'alert_group.labels.severity',
      'alert_payload.labels.severity',
      'alert_payload.commonLabels.severity',
    ),
  ],
  time: ['alert_group.created_at', 'event.time'],
  identity: {
    of: id('alert_group.id'),
    why: 'The id is unique: that of the alert group. Every event about the group repeats it.',
  },
  state: [when('alert_group.state', ['silenced'], 'suppressed'), status('alert_group.state')],
}
