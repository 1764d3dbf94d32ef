import { id } from '../identity.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/**
 * A detection alert of Elastic Security: with dotted keys as stored, nested as connectors get it (Kibana expands the keys), or
 * with values in lists as the fields API gives it. Before version 8 it is under `signal`.
 */
export const elasticSecurity: Product = {
  id: 'elastic_security',
  name: 'Elastic Security',
  source: 'https://www.elastic.co/docs/reference/security/fields-and-object-schemas/alert-schema',
  forms: [
    [
      has('kibana.alert.rule.name'),
      hasOneOf('kibana.alert.uuid', '_id', 'kibana.alert.start', 'kibana.alert.reason'),
    ],
    [has('signal.rule.name'), hasOneOf('signal.rule.id', '_id', 'signal.status')],
  ],
  title: ['kibana.alert.rule.name', 'signal.rule.name'],
  description: [
    'kibana.alert.reason',
    'signal.reason',
    'kibana.alert.rule.description',
    'signal.rule.description',
    'message',
  ],
  severity: [
    word('kibana.alert.severity', 'kibana.alert.rule.severity', 'signal.severity', 'signal.rule.severity'),
    scale('kibana.alert.risk_score', { low: 0, medium: 22, high: 48, critical: 74 }),
  ],
  time: ['kibana.alert.original_time', 'signal.original_time', 'kibana.alert.start', '@timestamp'],
  systems: ['host.name', 'host.hostname'],
  identity: {
    of: id('kibana.alert.uuid', '_id'),
    why: "The id is unique: kibana.alert.uuid is the document's id, made of the rule, the space and the source events (alert schema). A change of the workflow status keeps it. Without kibana.alert.uuid and _id, the identity is the content.",
  },
  state: [status('kibana.alert.workflow_status', 'signal.status'), status('kibana.alert.status')],
}
