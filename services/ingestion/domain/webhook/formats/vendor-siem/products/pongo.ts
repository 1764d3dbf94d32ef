import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of a monitor of Pongo. */
export const pongo: Product = {
  id: 'pongo',
  name: 'Pongo',
  source: 'https://www.mintlify.com/TimMikeladze/pongo/api/types/webhook-payload',
  forms: [[is('event', 'alert.fired', 'alert.resolved'), has('alert.monitorId'), has('alert.name')]],
  title: ['{alert.name}: {alert.monitorName}', 'alert.name'],
  description: ['checkResult.message', 'snapshot.lastMessage'],
  severity: [word('alert.severity')],
  time: ['timestamp'],
  systems: ['alert.monitorName'],
  identity: {
    of: hashOf('alert.id', 'alert.monitorId', 'event', 'timestamp', 'checkResult.id'),
    why: 'Shared: the id is the rule’s. Rule, monitor, event, time and check are one firing’s; the end finds it by rule and monitor.',
    closes: hashOf('alert.id', 'alert.monitorId'),
  },
  state: [when('event', ['alert.resolved'], 'resolved')],
}
