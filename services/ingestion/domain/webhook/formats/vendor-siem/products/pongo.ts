import { hashOf, hashOfShared } from '../identity.ts'
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
    why: 'The id is not unique: it is that of the rule. Identity: rule, monitor, event, time and check. The end finds its alert by rule and monitor.',
    closes: hashOfShared('alert.id', 'alert.monitorId'),
  },
  state: [when('event', ['alert.resolved'], 'resolved')],
}
