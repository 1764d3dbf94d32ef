import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, lacks } from '../recognition.ts'
import { rule } from '../state.ts'

/** An alert of Cisco Meraki. */
export const meraki: Product = {
  id: 'meraki',
  name: 'Cisco Meraki',
  source: 'https://developer.cisco.com/meraki/webhooks/',
  forms: [
    [
      ...[has('alertType'), has('organizationId'), has('networkId'), has('alertData')],
      hasOneOf('occurredAt', 'sentAt'),
      hasOneOf('sharedSecret', 'alertId', 'alertTypeId'),
      // EnGenius Cloud sends the same fields.
      lacks('hierarchyviewId'),
    ],
  ],
  title: ['{alertType}: {deviceName}', '{alertType}: {networkName}', 'alertType'],
  description: ['alertData.message', 'networkName', 'organizationName'],
  severity: [word('alertLevel')],
  time: ['occurredAt', 'sentAt'],
  systems: ['deviceName', 'deviceSerial', 'networkName'],
  identity: {
    of: hashOf(
      'organizationId',
      'networkId',
      'alertId',
      'alertType',
      'deviceSerial',
      'deviceMac',
      'occurredAt',
    ),
    why: 'The id is not unique: an outage and its end have the same alertId, and alerts of some kinds have none. Identity: organization, network, alertId, device, kind and the time of occurrence. The end finds its alert by organization, network and alertId.',
    closes: (alert) => (has('alertId').holds(alert) ? byAlert(alert) : null),
  },
  // `APs came up` ends `APs went down`. A cellular uplink that came up means that the other uplink is lost.
  state: [
    rule((alert) =>
      /^(?!cellular).{1,200} came up$/i.test(plainText(valueAt(alert, 'alertType')).slice(0, 300))
        ? 'resolved'
        : null,
    ),
  ],
}

const byAlert = hashOf('organizationId', 'networkId', 'alertId')
