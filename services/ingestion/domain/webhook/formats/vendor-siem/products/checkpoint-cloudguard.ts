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
    why: 'The id is not unique where a notification has only the id of the rule and no key of the finding: entities share it. Identity: id, account, region and entity. The end repeats them.',
  },
  state: [status('status')],
}
