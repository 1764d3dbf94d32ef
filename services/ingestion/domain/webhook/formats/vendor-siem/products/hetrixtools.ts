import { id, idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, numeric } from '../recognition.ts'
import { when } from '../state.ts'

/** A change of a monitor of HetrixTools. It is not graded. */
export const hetrixTools: Product = {
  id: 'hetrixtools',
  name: 'HetrixTools',
  source: 'https://docs.hetrixtools.com/uptime-monitoring-webhook-notifications/',
  forms: [
    [
      ...[has('monitor_id'), is('monitor_status', 'online', 'offline', 'maintenance'), numeric('timestamp')],
      hasOneOf('monitor_name', 'monitor_target'),
    ],
  ],
  title: ['{monitor_name} is {monitor_status}', '{monitor_target} is {monitor_status}'],
  description: ['monitor_target'],
  severity: [],
  time: ['timestamp'],
  systems: ['monitor_target'],
  identity: {
    of: idAnd('monitor_id', 'monitor_status', 'timestamp'),
    closes: id('monitor_id'),
    why: 'The id is not unique: it is the monitor’s. Identity: monitor, status and time. The recovery finds its alert by the monitor.',
  },
  state: [
    when('monitor_status', ['online'], 'resolved'),
    when('monitor_status', ['maintenance'], 'informational'),
  ],
}
