import { valueAt } from '../../../fields.ts'
import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Keep, which collects the alerts of other tools. */
export const keep: Product = {
  id: 'keep',
  name: 'Keep',
  source: 'keephq/keep, keep/api/models/alert.py (AlertDto)',
  forms: [
    [
      ...[has('lastReceived'), has('fingerprint'), has('name'), has('status'), has('severity')],
      hasOneOf('providerType', 'providerId', 'pushed', 'firingCounter', 'source'),
    ],
  ],
  title: ['name', 'message'],
  description: ['description', 'message'],
  severity: [word('severity')],
  sourceSystem: (alert) => valueAt(alert, 'source', 'providerType'),
  time: ['firingStartTime', 'startedAt', 'lastReceived'],
  systems: ['service'],
  identity: {
    of: (alert) => (valueAt(alert, 'firingStartTime') === undefined ? ofReceipt(alert) : ofFiring(alert)),
    closes: id('fingerprint'),
    why: 'The id is not unique: the fingerprint is the same whenever the alert fires again. Identity: fingerprint and the time at which it began to fire, or else the time of its receipt. The resolution finds its alert by the fingerprint.',
  },
  state: [
    when('dismissed', [true], 'suppressed'),
    when('deleted', [true], 'closed'),
    when('status', ['suppressed', 'maintenance'], 'suppressed'),
    status('status'),
  ],
}

const ofFiring = idAnd('fingerprint', 'firingStartTime')
const ofReceipt = idAnd('fingerprint', 'lastReceived')
