import { id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Sekoia.io as its API gives it. A notification names an alert without its content. */
export const sekoia: Product = {
  id: 'sekoia',
  name: 'Sekoia.io',
  source:
    'SEKOIA-IO/automation-library, Sekoia.io/tests/ic_oc_triggers/samples.py; https://docs.sekoia.io/xdr/features/investigate/alerts/',
  forms: [[like('short_id', /^AL[\w-]+$/, 'AL…'), has('urgency'), hasOneOf('alert_type', 'rule.uuid')]],
  title: ['title', 'rule.name'],
  titleStandIn: ['Alert {short_id} ({alert_type.value})'],
  description: ['details', 'rule.description'],
  // Low, moderate, high, major and urgent, in steps of twenty.
  severity: [
    scale('urgency.current_value', { low: 0, medium: 20, high: 40, critical: 80 }),
    scale('urgency.value', { low: 0, medium: 20, high: 40, critical: 80 }),
  ],
  time: ['first_seen_at', 'created_at'],
  systems: ['target', 'assets.name'],
  identity: {
    of: id('uuid', 'short_id'),
    why: 'The id is unique: a UUID for each alert. A change of its status repeats it.',
  },
  state: [when('status.name', ['Rejected'], 'false_positive'), status('status.name')],
}
