import { idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Orca Security, as its API and its webhook give it. */
export const orca: Product = {
  id: 'orca',
  name: 'Orca Security',
  source:
    'panther-labs/panther-analysis, rules/orca_rules; https://docs.orcasecurity.io/docs/webhooks-integration',
  forms: [[has('state.alert_id'), hasOneOf('state.severity', 'state.risk_level'), has('state.status')]],
  title: ['type_string', 'title', 'type', 'data.title'],
  description: ['details', 'description'],
  severity: [
    word('state.risk_level'),
    codes('state.severity', {
      compromised: 'critical',
      'imminent compromise': 'high',
      hazardous: 'medium',
      informational: 'informational',
    }),
    word('state.severity'),
  ],
  time: ['state.created_at', 'state.last_updated'],
  systems: ['asset_name'],
  identity: {
    of: idAnd('state.alert_id', 'asset_unique_id'),
    why: 'It is not documented whether the id is unique: it is orca- and a number. Identity: id and asset. A change of its status repeats both. The id of the rule is not unique.',
  },
  state: [status('state.status')],
}
