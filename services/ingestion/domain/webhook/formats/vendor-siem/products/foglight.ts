import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An alarm of Quest Foglight, as a script of a rule sends it. */
export const foglight: Product = {
  id: 'foglight',
  name: 'Quest Foglight',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-foglight.md',
  forms: [[is('source', 'foglight'), has('alarm_id')]],
  title: ['{rule} on {object}', 'rule', 'summary'],
  titleStandIn: ['Foglight alarm {alarm_id}'],
  description: ['summary'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['host', 'object'],
  identity: {
    of: id('alarm_id'),
    why: 'The id is unique: one for each alarm. A change to a higher severity and the end repeat it.',
  },
  state: [when('state', ['cleared'], 'resolved')],
}
