import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { hashOf, hashOfShared } from '../identity.ts'
import type { Product } from '../product.ts'
import { type Condition, has, like, object } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'

/** Messages without a heartbeat: an expiring certificate or domain name, and a test of a notification. */
const NO_HEARTBEAT: Condition = {
  needs: 'heartbeat and monitor',
  holds: (alert) => isObject(alert) && alert.heartbeat === null && alert.monitor === null,
}

/** A change of a monitor of Uptime Kuma, or a certificate or domain name that expires. It is not graded. */
export const uptimeKuma: Product = {
  id: 'uptime_kuma',
  name: 'Uptime Kuma',
  source:
    'louislam/uptime-kuma, server/notification-providers/webhook.js, server/model/monitor.js and server/model/domain_expiry.js',
  forms: [
    [object('heartbeat'), object('monitor'), has('heartbeat.status'), has('monitor.name')],
    [NO_HEARTBEAT, like('msg', / will expire in | Testing$/, '… will expire in …')],
  ],
  title: ['{monitor.name}: {heartbeat.msg}', 'monitor.name', 'msg'],
  description: ['msg', 'heartbeat.msg'],
  severity: [],
  time: ['heartbeat.time'],
  systems: ['monitor.hostname', 'monitor.url'],
  identity: {
    of: (alert) => (NO_HEARTBEAT.holds(alert) ? ofMessage(alert) : ofChange(alert)),
    closes: hashOfShared('monitor.id', 'monitor.name'),
    why: 'The id is not unique: it is that of the monitor. Identity: monitor, status and the time of the heartbeat (milliseconds). The recovery finds its alert by the monitor. Identity of a certificate or domain name that expires: the message, which says in how many days.',
  },
  // 0 down, 1 up, 2 pending, 3 maintenance.
  state: [
    when('heartbeat.status', [1], 'resolved'),
    when('heartbeat.status', [2, 3], 'informational'),
    rule(ofTest),
  ],
}

const ofChange = hashOf('monitor.id', 'monitor.name', 'heartbeat.time', 'heartbeat.status')
const ofMessage = hashOf('msg')

/** The test button sends the notification's name and this word. */
const TEST = like('msg', / Testing$/, '… Testing')

function ofTest(alert: unknown): State | null {
  return NO_HEARTBEAT.holds(alert) && TEST.holds(alert) ? 'informational' : null
}
