import { hashOf } from './identity.ts'
import type { Product } from './product.ts'
import { has, object } from './recognition.ts'
import { when } from './state.ts'

/** A change of a monitor of Uptime Kuma. It is not graded. */
export const uptimeKuma: Product = {
  id: 'uptime_kuma',
  name: 'Uptime Kuma',
  source: 'louislam/uptime-kuma, server/notification-providers/webhook.js',
  forms: [[object('heartbeat'), object('monitor'), has('heartbeat.status'), has('monitor.name')]],
  title: ['{monitor.name}: {heartbeat.msg}', 'monitor.name'],
  description: ['msg', 'heartbeat.msg'],
  severity: [],
  time: ['heartbeat.time'],
  systems: ['monitor.hostname', 'monitor.url'],
  identity: {
    of: hashOf('monitor.id', 'monitor.name', 'heartbeat.time', 'heartbeat.status'),
    closes: hashOf('monitor.id', 'monitor.name'),
    why: 'Shared: the id is the monitor’s. Monitor, status and time of the heartbeat (milliseconds) are one change’s; the recovery finds it by the monitor.',
  },
  // 0 down, 1 up, 2 pending, 3 maintenance.
  state: [when('heartbeat.status', [1], 'resolved'), when('heartbeat.status', [2, 3], 'informational')],
}
