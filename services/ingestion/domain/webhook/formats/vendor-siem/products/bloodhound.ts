import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An attack path of BloodHound Enterprise, as a row of its connector for Microsoft Sentinel. */
export const bloodHound: Product = {
  id: 'bloodhound',
  name: 'BloodHound Enterprise',
  source:
    'Azure/Azure-Sentinel, Solutions/BloodHound Enterprise/Data Connectors/deployment/BloodHoundEnterprise_custom_table.json',
  forms: [
    [
      ...[has('path_title'), has('domain_sid'), has('severity')],
      hasOneOf('finding_id', 'path_id', 'non_tier_zero_principal'),
    ],
  ],
  title: ['{path_title}: {non_tier_zero_principal}', '{path_title}: {principal}', 'path_title'],
  description: ['{path_type} in {domain_name}'],
  severity: [word('severity')],
  time: ['created_at', 'TimeGenerated'],
  systems: ['domain_name', 'tier_zero_principal'],
  identity: {
    of: idAnd(
      ['finding_id', 'path_id', 'id'],
      ...['domain_sid', 'id', 'principal', 'non_tier_zero_principal', 'tier_zero_principal'],
    ),
    why: 'It is not documented whether the id is unique: finding_id can be that of the kind of path. Identity: id, domain, number and principals. A row that says that the path is gone repeats them.',
  },
  state: [when('deleted_at_v', [true], 'resolved')],
}
