import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert of Proofpoint Insider Threat Management (ObserveIT), out of its reports. */
export const proofpointItm: Product = {
  id: 'proofpoint_itm',
  name: 'Proofpoint Insider Threat Management',
  source: 'elastic/integrations, packages/proofpoint_itm, data stream report',
  forms: [
    [
      ...[has('ruleName'), has('ruleCategoryName'), has('endpointName'), has('sessionId')],
      hasOneOf('observedAt', 'userActivityObservedAt'),
    ],
  ],
  title: ['{ruleName}: {loginName}', 'ruleName'],
  description: ['ruleDesc', 'details'],
  severity: [word('severity')],
  time: ['observedAt', 'userActivityObservedAt', 'createdAt'],
  systems: ['endpointName', 'host'],
  identity: {
    of: id('id'),
    why: 'Not shared: a GUID for each alert, which never changes.',
  },
}
