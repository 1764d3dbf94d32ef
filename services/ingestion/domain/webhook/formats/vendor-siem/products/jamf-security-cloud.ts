import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'

/** A threat of Jamf Security Cloud (formerly Wandera), as its Threat Events Stream sends it. The bands of its number are not public. */
export const jamfSecurityCloud: Product = {
  id: 'jamf_security_cloud',
  name: 'Jamf Security Cloud',
  source: 'elastic/integrations, packages/jamf_protect, data stream web_threat_events',
  forms: [
    [
      is('event.metadata.product', 'Threat Events Stream'),
      like('event.metadata.vendor', /^(?:jamf|wandera)$/i, 'Jamf'),
      ...[has('event.alertId'), has('event.eventType.name')],
    ],
  ],
  title: [
    '{event.eventType.description}: {event.destination.name}',
    'event.eventType.description',
    'event.eventType.name',
  ],
  description: ['{event.action}: {event.eventUrl}', 'event.eventUrl'],
  severity: [],
  time: ['event.timestamp'],
  systems: ['event.device.userDeviceName', 'event.device.deviceName'],
  identity: {
    of: id('event.alertId'),
    why: 'The id is unique: a UUID for each alert. An event never changes.',
  },
}
