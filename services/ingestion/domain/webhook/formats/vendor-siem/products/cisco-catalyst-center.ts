import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An event of Cisco Catalyst Center (DNA Center): an issue of Assurance, or an event of another system. */
export const ciscoCatalystCenter: Product = {
  id: 'cisco_catalyst_center',
  name: 'Cisco Catalyst Center',
  source:
    'https://developer.cisco.com/docs/dna-center/event-management/; cisco-en-programmability, payloads of its samples of webhooks',
  forms: [
    [
      has('instanceId'),
      has('eventId'),
      hasOneOf('ciscoDnaEventLink', 'details.Assurance Issue Name'),
      has('category'),
    ],
  ],
  title: ['details.Assurance Issue Name', 'name', 'details.Assurance Issue Details', 'description'],
  titleStandIn: ['Event {eventId} ({domain})'],
  description: ['details.Assurance Issue Details', 'description'],
  severity: [
    codes('details.Assurance Issue Priority', { P1: 'critical', P2: 'high', P3: 'medium', P4: 'low' }),
    codes('severity', { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low', 5: 'low' }),
  ],
  time: ['timestamp'],
  systems: ['details.Device'],
  identity: {
    of: id('instanceId'),
    why: 'The id is unique: a UUID for each issue. The end repeats it. eventId is that of the kind.',
  },
  state: [status('details.Assurance Issue Status'), when('category', ['INFO'], 'informational')],
}
