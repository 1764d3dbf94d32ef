import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/** An alert of the Kaspersky Unified Monitoring and Analysis Platform (KUMA). */
export const kasperskyKuma: Product = {
  id: 'kaspersky_kuma',
  name: 'Kaspersky KUMA',
  source:
    'https://support.kaspersky.com/kuma/3.2/233888, "Alert data model"; no published alert was compared',
  forms: [
    [
      has('correlationRuleID'),
      hasOneOf('tenantID', 'tenantName'),
      hasOneOf('correlationRuleName', 'name'),
      has('priority'),
      has('firstSeen'),
      has('status'),
    ],
  ],
  title: ['correlationRuleName', 'name'],
  description: ['tenantName'],
  severity: [word('priority'), codes('priority', { 1: 'low', 2: 'medium', 3: 'high', 4: 'critical' })],
  time: ['firstSeen', 'lastSeen'],
  systems: ['affectedAssets.name', 'assets.name', 'affectedAssets.fqdn'],
  identity: {
    of: id('id'),
    why: 'The id is unique: one for each alert. Further events and a change of its status repeat it.',
  },
  state: [
    reasonOfEnd(
      when('closingReason', ['incorrect data', 'incorrect correlation rule'], 'false_positive'),
      'status',
    ),
    status('status'),
  ],
}
