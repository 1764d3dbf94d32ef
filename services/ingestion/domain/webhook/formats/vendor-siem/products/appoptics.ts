import { hashOfShared, idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, when } from '../state.ts'

/** An alert of AppOptics (formerly Librato). It is not graded. */
export const appOptics: Product = {
  id: 'appoptics',
  name: 'AppOptics',
  source:
    'https://documentation.solarwinds.com/en/Success_Center/appoptics/content/kb/alert/notification_services/webhook.htm; zulip/zulip, zerver/webhooks/appoptics/fixtures',
  forms: [[has('alert.name'), has('alert.id'), has('trigger_time'), hasOneOf('violations', 'clear')]],
  title: ['alert.name'],
  description: ['alert.description', 'alert.runbook_url'],
  severity: [],
  time: ['trigger_time'],
  identity: {
    of: idAnd('alert.id', 'account', 'trigger_time'),
    why: 'The id is not unique: it is the rule’s. Identity: id, account and time. The end finds its alert by account and rule.',
    closes: hashOfShared('account', 'alert.id'),
  },
  state: [
    when('triggered_by_user_test', [true], 'informational'),
    rule((alert) => (has('clear').holds(alert) ? 'resolved' : null)),
  ],
}
