import { idAnd } from './identity.ts'
import type { Product } from './product.ts'
import { has, is } from './recognition.ts'

/** An alert of Trellix EDR, as its API gives it. Its severity is a code (s0 …) whose meaning is not published. */
export const trellixEdr: Product = {
  id: 'trellix_edr',
  name: 'Trellix EDR',
  source: 'SEKOIA-IO/intake-formats, Trellix/trellix-edr/tests',
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
  severity: [],
  time: ['attributes.eventDate', 'attributes.detectionDate'],
  systems: ['attributes.hostName'],
  identity: {
    of: idAnd('attributes.traceId', 'attributes.ruleId', 'attributes.aGuid', 'attributes.eventDate'),
    why: 'Whether several rules can find one trace is not said: the trace has an id, to which rule, computer and time are added. An alert never changes.',
  },
}
