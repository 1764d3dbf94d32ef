import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { rule, when } from '../state.ts'

/** Pending and active. */
const IS_ACTIVE = is('status', '0', '1')
const FALSE_ALARM = when('closeReason', ['False Positive'], 'false_positive')

/** An incident of Cortex XSOAR whose source data is no alert of a known product. */
export const cortexXsoar: Product = {
  id: 'cortex_xsoar',
  name: 'Cortex XSOAR',
  source:
    'demisto/content, Packs/DemistoRESTAPI/Integrations/CoreRESTAPI/README.md; severities and states: incidents in the tests of its packs',
  forms: [
    [has('name'), has('rawType'), has('sourceBrand'), hasOneOf('CustomFields', 'sourceInstance', 'occurred')],
  ],
  title: ['name'],
  description: ['details', 'type'],
  // 0 unknown, 0.5 informational, 1 low, 2 medium, 3 high, 4 critical.
  severity: [codes('severity', { 0.5: 'informational', 1: 'low', 2: 'medium', 3: 'high', 4: 'critical' })],
  time: ['occurred', 'created'],
  identity: {
    of: idAnd('id', 'created', 'sourceInstance'),
    why: 'The id is not unique: each installation counts its incidents. Identity: number, the time it was created and its source. A change of the incident keeps them.',
  },
  state: [
    // An incident that was opened again keeps the reason.
    rule((alert) => (IS_ACTIVE.holds(alert) ? null : FALSE_ALARM.read(alert)), 'closeReason'),
    // Done and archived.
    when('status', [2, 3], 'closed'),
  ],
}
