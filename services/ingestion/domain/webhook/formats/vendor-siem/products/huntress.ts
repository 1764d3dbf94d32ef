import { valueAt } from '../../../fields.ts'
import { textOf } from '../../../text.ts'
import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule, status } from '../state.ts'

/** An incident report, escalation or platform action of Huntress, as its webhook sends it. */
export const huntress: Product = {
  id: 'huntress',
  name: 'Huntress',
  source: 'https://api.huntress.io/v1/webhooks_doc.json',
  forms: [
    [
      like(
        'event_type',
        /^(?:incident_report|escalation|platform_action)\./,
        'incident_report.… or escalation.…',
      ),
      ...[has('id'), hasOneOf('subject', 'summary'), has('created_at')],
    ],
  ],
  title: ['subject', 'summary'],
  description: ['summary', 'body', 'message'],
  severity: [word('severity')],
  time: ['sent_at', 'created_at'],
  identity: {
    of: (alert) => `${kindOf(alert)} ${id('id')(alert)}`,
    why: 'The id is not unique: Huntress counts incident reports, escalations and platform actions separately. Identity: kind and number. Comments and the closure repeat both.',
  },
  state: [
    rule((alert) => (/\.closed$/.test(eventOf(alert)) ? 'closed' : null)),
    rule((alert) => (/\.comment_added$/.test(eventOf(alert)) ? 'informational' : null)),
    status('status'),
  ],
}

const eventOf = (alert: unknown) => textOf(valueAt(alert, 'event_type')) ?? ''
const kindOf = (alert: unknown) => eventOf(alert).split('.')[0]
