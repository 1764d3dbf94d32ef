import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert of a canary of Tracebit. */
export const tracebit: Product = {
  id: 'tracebit',
  name: 'Tracebit',
  source: 'panther-labs/panther-analysis, rules/tracebit_rules',
  forms: [[has('tracebit_portal_url'), has('alert_id'), hasOneOf('message', 'canary', 'canary_credential')]],
  title: ['message'],
  titleStandIn: ['Tracebit alert {alert_id}'],
  description: ['{event.operation} of {canary.name}', '{event.operation} with {canary_credential.name}'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['canary.name', 'canary_credential.name'],
  identity: {
    of: id('id', 'alert_id'),
    why: 'The id is unique: a UUID for each event (id), which is read first. alert_id is not unique: the events of an alert share it.',
  },
}
