import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Anvilogic, as its connector for Microsoft Sentinel writes it. */
export const anvilogic: Product = {
  id: 'anvilogic',
  name: 'Anvilogic',
  source:
    'Azure/Azure-Sentinel, Solutions/Anvilogic/Data Connectors/AnviLogic_CCF/Anvilogic_Table.json (names of columns)',
  forms: [[has('avl_rule_name'), hasOneOf('avl_event_id', 'avl_rule_id', 'avl_event_time')]],
  title: ['avl_rule_name'],
  description: ['avl_definition', 'avl_use_case_title'],
  severity: [word('avl_rule_severity', 'avl_vendor_severity')],
  time: ['avl_event_time', 'avl_time', 'TimeGenerated'],
  systems: ['coi_host', 'coi_resource', 'coi_ip'],
  identity: {
    of: idAnd('avl_event_id', 'avl_org_id', ['avl_rule_id', 'avl_rule_name'], 'avl_event_time'),
    why: 'It is not documented whether several rules can share the id, that of an event. Identity: id, organization, rule and time. An alert never changes.',
  },
  state: [when('avl_suppressed', [true], 'suppressed')],
}
