import { delivery, hashOfShared } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/** The fields that the formatted webhook of Grafana OnCall, and its Zabbix script, send. It is not graded. */
export const onCallFormatted: Product = {
  id: 'oncall_formatted',
  name: 'Grafana OnCall formatted webhook',
  source: 'grafana/oncall, engine/config_integrations/formatted_webhook.py and zabbix.py',
  forms: [
    [
      has('alert_uid'),
      has('title'),
      is('state', 'alerting', 'ok'),
      hasOneOf('message', 'link_to_upstream_details'),
    ],
  ],
  title: ['title'],
  description: ['message', 'link_to_upstream_details'],
  severity: [],
  time: [],
  identity: {
    of: delivery,
    closes: hashOfShared('alert_uid'),
    why: 'The id is not unique: the sender chooses alert_uid and uses it again. No time is sent, so only the very delivery identifies an alert. The end finds its alert by alert_uid.',
  },
  state: [when('state', ['ok'], 'resolved')],
}
