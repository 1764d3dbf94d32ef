import { hashOf, id } from './identity.ts'
import { word } from './levels.ts'
import type { Product } from './product.ts'
import { has } from './recognition.ts'
import { status } from './state.ts'

/** An alert of HPE Aruba Networking Central. */
export const arubaCentral: Product = {
  id: 'aruba_central',
  name: 'HPE Aruba Central',
  source:
    'https://developer.arubanetworks.com/central/docs/webhook-alert-notification; sample notifications there',
  forms: [[has('alert_type'), has('setting_id'), has('nid'), has('state'), has('severity')]],
  title: ['description', 'text', 'alert_type'],
  description: ['text', 'alert_type'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['details.hostname', 'details.host_name', 'device_id'],
  identity: {
    of: id('id'),
    closes: hashOf('setting_id', 'device_id', 'alert_type'),
    why: 'Not shared: an id for each alert. Whether its end repeats it is not said: it finds its alert by the rule, the device and the kind.',
  },
  state: [status('state')],
}
