import { idAnd } from './identity.ts'
import { codes } from './levels.ts'
import type { Product } from './product.ts'
import { has, is } from './recognition.ts'

/** Two and two of the six codes are one grade (mohlcyber/McAfee-MVISION-EDR-Integrations: its rule for ESM has 25, 50 and 75 for them). */
const SEVERITIES = { s0: 'low', s1: 'low', s2: 'medium', s3: 'medium', s4: 'high', s5: 'high' } as const

/** An alert of Trellix EDR, as its API gives it. */
export const trellixEdr: Product = {
  id: 'trellix_edr',
  name: 'Trellix EDR',
  source:
    'SEKOIA-IO/intake-formats, Trellix/trellix-edr/tests; severities: mohlcyber/McAfee-MVISION-EDR-Integrations, activity-feeds/modules/modules.py',
  forms: [
    [
      is('type', 'alert', 'alerts'),
      has('attributes.traceId'),
      has('attributes.ruleId'),
      has('attributes.rank'),
    ],
  ],
  title: ['{attributes.ruleId} on {attributes.hostName}', 'attributes.ruleId'],
  description: ['attributes.cmdLine', 'attributes.processName'],
  severity: [codes('attributes.severity', SEVERITIES)],
  time: ['attributes.eventDate', 'attributes.detectionDate'],
  systems: ['attributes.hostName'],
  identity: {
    of: idAnd('attributes.traceId', 'attributes.ruleId', 'attributes.aGuid', 'attributes.eventDate'),
    why: 'Whether several rules can find one trace is not said: the trace has an id, to which rule, computer and time are added. An alert never changes.',
  },
}
