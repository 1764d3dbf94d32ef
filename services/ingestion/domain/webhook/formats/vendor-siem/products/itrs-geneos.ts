import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, hashOfSubject, idAt, requiring } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'

/** The environment of an ITRS Geneos script effect. A script forwards it under the names of the variables. */
export const itrsGeneos: Product = {
  id: 'itrs_geneos',
  name: 'ITRS Geneos',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-itrs-geneos.md',
  forms: [[has('_VARIABLEPATH'), has('_SEVERITY'), hasOneOf('_ALERT_TYPE', '_CLEAR', '_MANAGED_ENTITY')]],
  title: [
    '{_ROWNAME} {_COLUMN} is {_VALUE} on {_MANAGED_ENTITY}',
    '{_HEADLINE} is {_VALUE} on {_MANAGED_ENTITY}',
    ...['{_SAMPLER} is {_VALUE} on {_MANAGED_ENTITY}', '{_SAMPLER} on {_NETPROBE_HOST}', '_VARIABLEPATH'],
  ],
  description: ['_VARIABLEPATH'],
  severity: [word('_SEVERITY')],
  time: ['_ALERT_CREATED'],
  systems: ['_NETPROBE_HOST', '_MANAGED_ENTITY'],
  identity: {
    of: requiring(['_ALERT_CREATED'], hashOf('_VARIABLEPATH', '_ALERT_CREATED')),
    closes: hashOfSubject('_VARIABLEPATH'),
    why: 'An alert has no id. Identity: the path of the data item and the time the alert was created. Repetitions, escalations and the end repeat both. Without that time, only the very delivery identifies the alert. The end finds its alert by the path.',
  },
  state: [
    when('_ALERT_TYPE', ['Clear', 'Delete'], 'resolved'),
    when('_ALERT_TYPE', ['Suspend'], 'informational'),
    rule(ofRule, '_CLEAR'),
  ],
}

/** An action of a rule has no kind: its severity says that it is over. */
function ofRule(alert: unknown): State | null {
  if (idAt(alert, ['_ALERT_TYPE']) !== null) return null
  const isClear = plainText(valueAt(alert, '_CLEAR')).toLowerCase() === 'true'
  return isClear || plainText(valueAt(alert, '_SEVERITY')).toLowerCase() === 'ok' ? 'resolved' : null
}
