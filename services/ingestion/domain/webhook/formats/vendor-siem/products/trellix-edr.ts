import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status } from '../state.ts'

/**
 * Each pair of the six codes is one level (mohlcyber/McAfee-MVISION-EDR-Integrations: its rule for ESM has 25, 50 and 75 for
 * them).
 */
const SEVERITIES = { s0: 'low', s1: 'low', s2: 'medium', s3: 'medium', s4: 'high', s5: 'high' } as const

/** An alert, a threat or a detection of Trellix EDR, as its API gives it. */
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
    [is('type', 'threats'), has('attributes.aggregationKey'), has('attributes.firstDetected'), has('id')],
    [is('type', 'detections'), has('threatId'), has('attributes.traceId'), has('id')],
  ],
  title: ['{attributes.ruleId} on {attributes.hostName}', 'attributes.ruleId', 'attributes.name'],
  titleStandIn: ['Trellix EDR detection {id} of threat {threatId}'],
  description: ['attributes.cmdLine', 'attributes.processName'],
  severity: [codes('attributes.severity', SEVERITIES)],
  time: ['attributes.eventDate', 'attributes.detectionDate', 'attributes.firstDetected'],
  systems: ['attributes.hostName', 'attributes.host.hostname'],
  identity: {
    of: (alert) => (is('type', 'alert', 'alerts').holds(alert) ? ofAlert(alert) : ofThreat(alert)),
    why: 'It is not documented whether the id of an alert is unique: it is that of the trace, and several rules may find one trace. Identity: id, rule, computer and time. An alert never changes. Threats and detections have a number that each tenant can count. Identity of these: number, kind, what they are of, and the time at which they were first seen. A change repeats them.',
  },
  state: [status('attributes.status')],
}

const ofAlert = idAnd('attributes.traceId', 'attributes.ruleId', 'attributes.aGuid', 'attributes.eventDate')
const ofThreat = idAnd(
  ...(['id', 'type', 'attributes.aggregationKey', 'attributes.traceId'] as const),
  'attributes.firstDetected',
)
