import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { when } from '../state.ts'

/** The start or end of an alert of ThousandEyes, from its webhooks. */
export const thousandEyes: Product = {
  id: 'thousandeyes',
  name: 'ThousandEyes',
  source:
    'https://docs.thousandeyes.com/product-documentation/alerts/webhooks; keephq/keep, keep/providers/thousandeyes_provider/alerts_mock.py',
  forms: [
    [
      like('eventType', /^ALERT_NOTIFICATION_/, 'ALERT_NOTIFICATION_…'),
      has('alert.ruleName'),
      hasOneOf('alert.alertId', 'alert.id', 'eventId'),
    ],
  ],
  title: ['alert.ruleName'],
  description: ['alert.ruleExpression'],
  severity: [word('alert.severity')],
  time: ['alert.dateStartZoned', 'alert.dateStart', 'alert.dateStartMs'],
  systems: ['alert.testName', 'alert.agentName', 'alert.hostname'],
  identity: {
    of: id('alert.alertId', 'alert.id', 'eventId'),
    why: 'The id is unique: that of the alert. The end of the alert repeats it. The id of the event differs for each notification.',
  },
  state: [when('eventType', ['ALERT_NOTIFICATION_CLEAR'], 'resolved')],
}
