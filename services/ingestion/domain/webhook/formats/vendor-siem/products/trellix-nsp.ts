import { hashOf, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

const withId = idAnd(['nsp.uuid'], 'nsp.sensor', 'nsp.time')
const whole = hashOf('nsp')

/** An alert of Trellix (McAfee) Network Security Platform by syslog (ids-text.ts). */
export const trellixNsp: Product = {
  id: 'trellix_nsp',
  name: 'Trellix Network Security Platform',
  source:
    'messages in the tests and parsers of receivers of its Manager; Azure/Azure-Sentinel, Solutions/McAfee Network Security Platform, data connector',
  forms: [[has('nsp.attack'), has('nsp.severity')]],
  title: ['nsp.attack'],
  description: ['{nsp.source} → {nsp.destination}: {nsp.result}', '{nsp.source} → {nsp.destination}'],
  severity: [word('nsp.severity')],
  time: ['nsp.time'],
  systems: ['nsp.destination', 'nsp.sensor'],
  identity: {
    of: (alert) => (has('nsp.uuid').holds(alert) ? withId(alert) : whole(alert)),
    why: 'It is not documented whether sensors share the id. Identity: id, sensor and time. The Manager’s default message has no id: its content with its time is the identity. An alert never changes.',
  },
}
