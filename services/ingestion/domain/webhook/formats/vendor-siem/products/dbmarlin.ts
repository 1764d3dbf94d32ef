import { hashOf, hashOfSubject, idAt } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of DBmarlin about an instance or a host, in the body that a guide advises. It has no grade. */
export const dbMarlin: Product = {
  id: 'dbmarlin',
  name: 'DBmarlin',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-dbmarlin.md',
  forms: [[is('source', 'dbmarlin'), has('rule_id'), has('target')]],
  title: ['{rule} on {target}', '{statistic} on {target}'],
  titleStandIn: ['DBmarlin alert on {target}'],
  description: ['{statistic}: {new_value} {units}, threshold {threshold}', 'url'],
  severity: [],
  time: ['from'],
  systems: ['target'],
  identity: {
    of: (alert) => (idAt(alert, ['from']) === null ? null : ofAlert(alert)),
    closes: hashOfSubject('rule_id', 'target', 'kind'),
    why: 'An alert has no id: rule, target, kind and the time it began are one alert’s; without that time nothing but the very delivery tells it from the next. The end finds it by rule, target and kind.',
  },
  state: [when('phase', ['ended', 'clear'], 'resolved')],
}

const ofAlert = hashOf('rule_id', 'target', 'kind', 'from', 'phase')
