import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { rule, status, when } from '../state.ts'

/** An alert of Panther, as its custom webhook destination sends it. */
export const panther: Product = {
  id: 'panther',
  name: 'Panther',
  source: 'https://docs.panther.com/alerts/destinations/custom_webhook',
  forms: [
    [
      is(
        'type',
        'RULE',
        'RULE_ERROR',
        'POLICY',
        'SCHEDULED_RULE',
        'SCHEDULED_RULE_ERROR',
        'CORRELATION_RULE',
      ),
      ...[has('alertId'), has('title'), has('severity'), hasOneOf('runbook', 'alertContext')],
    ],
  ],
  title: ['title', 'name', 'id'],
  description: ['description'],
  severity: [word('severity')],
  time: ['createdAt'],
  identity: {
    of: id('alertId'),
    why: 'The id is unique: alertId for each alert. Further events that are merged into the alert repeat it. The field id is that of the rule.',
  },
  state: [rule(when('isTest', [true], 'informational').read), status('status')],
}
