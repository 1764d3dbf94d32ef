import { hashOfShared, id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of HPE Aruba Networking Central, in the form of Classic Central or of the new Central. */
export const arubaCentral: Product = {
  id: 'aruba_central',
  name: 'HPE Aruba Central',
  source:
    'https://developer.arubanetworks.com/aruba-central/docs/using-alerts-with-webhooks; https://developer.arubanetworks.com/new-central/reference/alert-with-webhooks',
  forms: [
    [has('alert_type'), has('setting_id'), has('nid'), has('state'), has('severity')],
    [
      ...[has('alertId'), has('tenantId'), is('state', 'Active', 'Cleared'), has('severity')],
      hasOneOf('configScope', 'deviceType', 'impactedEntities'),
    ],
  ],
  title: ['summary', 'description', 'text', 'alert_type', 'name'],
  description: ['text', 'notes', 'alert_type', 'name'],
  severity: [word('severity')],
  time: ['time', 'timestamp'],
  systems: ['details.hostname', 'details.host_name', 'device_id'],
  identity: {
    of: id('alertId', 'id'),
    closes: hashOfShared('alertId', 'setting_id', 'device_id', 'alert_type'),
    why: 'The id is unique: alertId, which the end repeats. The field id is that of the message. Classic Central has an id for each notification: there the end finds its alert by rule, device and kind.',
  },
  state: [status('state')],
}
