import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'

/** P1 critical to P4 low, P5 an insight: the rules of its connector for Microsoft Sentinel. */
const PRIORITIES = { p1: 'critical', p2: 'high', p3: 'medium', p4: 'low', p5: 'informational' } as const

/** An alert of Theom about data that is exposed or not encrypted. */
export const theom: Product = {
  id: 'theom',
  name: 'Theom',
  source:
    'Azure/Azure-Sentinel, Solutions/Theom/Data Connectors/TheomConnector_CCF/table_TheomAlertsV2.json and Analytic Rules',
  forms: [
    [
      ...[has('RuleName'), has('NumTriggered'), has('DeepLink'), has('Risk')],
      like('Priority', /^P[1-5]$/i, 'P1 to P5'),
    ],
  ],
  title: ['{RuleName}: {Summary}', 'Summary', 'RuleName'],
  description: ['Details', 'DeepLink'],
  severity: [codes('Priority', PRIORITIES)],
  time: ['LastTriggered', 'TimeGenerated'],
  systems: ['CloudProvider'],
  identity: {
    of: idAnd('Id', 'AccountId', 'RuleName'),
    why: 'It is not documented whether accounts share the id. Identity: id, account and rule. An alert that is triggered again repeats them.',
  },
}
