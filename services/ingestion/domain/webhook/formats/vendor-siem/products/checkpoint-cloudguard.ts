import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** A finding of CloudGuard (Dome9), as its notifications send it. */
export const checkPointCloudGuard: Product = {
  id: 'checkpoint_cloudguard',
  name: 'Check Point CloudGuard',
  source: 'dome9/cloud-bots, messages of its tests; demisto/content, Packs/CheckPointDome9',
  forms: [
    [
      ...[has('rule.name'), has('rule.severity'), has('entity.id'), has('reportTime')],
      hasOneOf('account.vendor', 'account.dome9CloudAccountId'),
    ],
  ],
  title: ['{rule.name}: {entity.name}', '{rule.name}: {entity.id}', 'rule.name'],
  description: ['rule.description', 'rule.remediation'],
  severity: [word('rule.severity')],
  time: ['reportTime'],
  systems: ['entity.name', 'entity.id'],
  identity: {
    of: idAnd(['findingKey', 'rule.ruleId', 'rule.name'], 'account.id', 'region', 'entity.id'),
    why: 'Shared by entities where a notification has no key of the finding, but the id of the rule: account, region and entity are added. Its end repeats them.',
  },
  state: [status('status')],
}
