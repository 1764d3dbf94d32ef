import { hashOf, hashOfShared } from '../identity.ts'
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
    why: 'The id is not unique: it is that of the monitor. Identity: monitor, status and the time of the check (milliseconds). The recovery finds its alert by the monitor.',
    closes: hashOfShared('monitor.id', 'monitor.url'),
  },
  state: [when('status', ['recovered'], 'resolved')],
}
