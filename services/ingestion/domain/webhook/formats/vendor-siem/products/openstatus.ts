import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A change of a monitor of OpenStatus. It is not graded, but a down monitor is more severe than a slow one. */
export const openStatus: Product = {
  id: 'openstatus',
  name: 'OpenStatus',
  source: 'https://docs.openstatus.dev/alerting/providers/webhook',
  forms: [
    [
      ...[has('monitor.id'), has('monitor.name'), has('cronTimestamp')],
      is('status', 'error', 'degraded', 'recovered'),
    ],
  ],
  title: ['{monitor.name} is {status}'],
  description: ['errorMessage', 'monitor.url'],
  severity: [codes('status', { error: 'high', degraded: 'medium' })],
  time: ['cronTimestamp'],
  systems: ['monitor.url'],
  identity: {
    of: hashOf('monitor.id', 'monitor.url', 'status', 'cronTimestamp'),
    why: 'Shared: the id is the monitor’s. Monitor, status and the time of the check (milliseconds) are one change’s; the recovery finds it by the monitor.',
    closes: hashOf('monitor.id', 'monitor.url'),
  },
  state: [when('status', ['recovered'], 'resolved')],
}
