import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, hashOfShared, requiring } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { rule } from '../state.ts'

const RULE = ['rule_id', 'ruleid']
const TARGET = ['target', 'instance', 'node']
const PHASE = ['phase', 'startedended']

/** An alert of DBmarlin about an instance or a host, in the bodies that guides recommend. One body uses the names of its variables. It is not graded. */
export const dbMarlin: Product = {
  id: 'dbmarlin',
  name: 'DBmarlin',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-dbmarlin.md',
  forms: [
    [is('source', 'dbmarlin'), has('rule_id'), has('target')],
    [has('ruleid'), has('startedended'), hasOneOf('instance', 'node')],
  ],
  title: [
    ...['{rule} on {target}', '{statistic} on {target}', '{rulename} on {instance}', '{rulename} on {node}'],
    ...['{statistic} on {instance}', '{statistic} on {node}'],
  ],
  titleStandIn: TARGET.map((path) => `DBmarlin alert on {${path}}`),
  description: [
    '{statistic}: {new_value} {units}, threshold {threshold}',
    '{statistic}: {newvalue} {units}',
    'url',
  ],
  severity: [],
  time: [timeOf],
  systems: TARGET,
  identity: {
    of: requiring(['from'], hashOf(...RULE, ...TARGET, 'kind', 'from', ...PHASE)),
    closes: requiring(RULE, hashOfShared(...RULE, ...TARGET, 'kind')),
    why: 'An alert has no id. Identity: rule, target, kind, phase and the time it began. Without that time, only the very delivery identifies the alert. The end finds its alert by rule, target and kind.',
  },
  state: [
    rule(
      (alert) => (/^(?:end|clear)/i.test(plainText(valueAt(alert, ...PHASE))) ? 'resolved' : null),
      ...PHASE,
    ),
  ],
}

/** A time beside the name of a zone is local to that zone, and is not read. */
function timeOf(alert: unknown): unknown {
  const zone = plainText(valueAt(alert, 'tz')).toUpperCase()
  return /^(?:|UTC|GMT)$/.test(zone) ? valueAt(alert, 'from') : null
}
