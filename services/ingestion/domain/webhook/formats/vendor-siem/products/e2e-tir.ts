import { delivery, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of TIR, the AI platform of E2E Networks, on a metric of a resource that it runs. */
export const e2eTir: Product = {
  id: 'e2e_tir',
  name: 'E2E Networks TIR',
  source: 'https://docs.e2enetworks.com/docs/tir/alert_management/webhook_alerts/',
  forms: [
    [
      ...[has('monitoring_group_id'), is('status', 'firing', 'resolved')],
      ...[has('alert.name'), has('alert.metric_type'), has('alert.threshold_value')],
    ],
  ],
  title: ['{alert.name}: {alert.metric_type} {alert.operator} {alert.threshold_value}', 'alert.name'],
  severity: [word('alert.severity')],
  time: [],
  systems: ['affected_resources.name'],
  identity: {
    of: delivery,
    why: 'The id is not unique: the ids are those of the rule, the group and the resources, and no time is sent. Only the very delivery identifies the alert. The end finds its alert by project, rule, group and resources.',
    closes: hashOfShared('project.id', 'alert.id', 'monitoring_group_id', 'affected_resources.id'),
  },
  state: [status('status')],
}
