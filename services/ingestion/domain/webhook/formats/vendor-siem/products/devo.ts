import { idAnd } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Devo. Priorities: 0 very low, 3 low, 5 normal, 7 high, 10 very high. */
export const devo: Product = {
  id: 'devo',
  name: 'Devo',
  source:
    'rapid7/insightconnect-plugins, plugins/devo/help.md, "Get New Alerts"; chronicle/content-hub, content/response_integrations/google/devo/core/consts.py',
  forms: [[has('alertId'), has('alertHost'), has('context'), numeric('priority'), has('eventdate')]],
  title: [{ path: 'context', part: /(?:^|\.)([^.]{1,200})$/ }, 'context'],
  description: ['context', 'category'],
  severity: [scale('priority', { low: 0, medium: 5, high: 7, critical: 10 })],
  time: ['eventdate'],
  systems: ['alertHost'],
  identity: {
    of: idAnd('alertId', 'domain', 'context', 'eventdate'),
    why: 'The id is not unique: each installation counts its alerts. Identity: number, domain, rule and time. A change of the status keeps them.',
  },
  state: [
    when('status', [2, 'False positive'], 'false_positive'),
    when('status', [300, 'Closed'], 'closed'),
    when('status', [800, 'Suppressed'], 'suppressed'),
    when('status', [600, 'Recovery'], 'resolved'),
  ],
}
