import { valueAt } from '../../../fields.ts'
import { hashOfShared, idAnd } from '../identity.ts'
import { labelled } from '../labelled.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { when } from '../state.ts'

/** The default body of Coralogix's generic webhook. Its details are in `fields`, a list of keys and values. */
export const coralogix: Product = {
  id: 'coralogix',
  name: 'Coralogix',
  source:
    'https://coralogix.com/docs/user-guides/alerting/outbound-webhooks/generic-outbound-webhooks-alert-webhooks/; keephq/keep, keep/providers/coralogix_provider/alerts_mock.py',
  forms: [
    [
      is('alert_action', 'trigger', 'resolve'),
      like('alert_url', /coralogix/, 'of Coralogix'),
      has('alert_id'),
      has('name'),
    ],
  ],
  title: ['name'],
  description: ['description'],
  severity: [
    field('priority', codes('value', { p1: 'critical', p2: 'high', p3: 'medium', p4: 'low', p5: 'low' })),
    field('severity', word('value')),
  ],
  time: [field('timestampMs', value), field('timestampISO', value), field('timestamp', value)],
  identity: {
    of: idAnd('alert_id', 'alert_action', 'alert_url', 'group_by_labels', 'fields'),
    closes: hashOfShared('alert_id', 'group_by_labels'),
    why: 'The id is not unique: it is the rule’s. Identity: id, action, the link to what happened, the group and the fields, which hold the time. The resolution finds its alert by rule and group.',
  },
  state: [when('alert_action', ['resolve'], 'resolved')],
}

/** Reads the field that has a key. */
function field<T>(key: string, read: (entry: unknown) => T) {
  return labelled('fields', 'key', key, read)
}

function value(entry: unknown): unknown {
  return valueAt(entry, 'value')
}
