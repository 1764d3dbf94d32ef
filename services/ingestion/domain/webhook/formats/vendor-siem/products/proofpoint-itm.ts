import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An alert of Proofpoint Insider Threat Management (ObserveIT), from its reports. */
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
    why: 'The id is unique: a GUID for each alert. An alert never changes.',
  },
}
