import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, hashOfShared } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, lacks } from '../recognition.ts'
import { rule, when } from '../state.ts'

/** An alert of Cisco Meraki, or a security event of an MX by syslog (ids-text.ts). */
export const meraki: Product = {
  id: 'meraki',
  name: 'Cisco Meraki',
  source:
    'https://developer.cisco.com/meraki/webhooks/; syslog: elastic/integrations, packages/cisco_meraki, data stream log',
  forms: [
    [
      ...[has('alertType'), has('organizationId'), has('networkId'), has('alertData')],
      hasOneOf('occurredAt', 'sentAt'),
      hasOneOf('sharedSecret', 'alertId', 'alertTypeId'),
      // EnGenius Cloud sends the same fields.
      lacks('hierarchyviewId'),
    ],
    [has('mx.kind'), has('mx.device'), hasOneOf('mx.signature', 'mx.sha256', 'mx.disposition')],
  ],
  title: [
    '{alertType}: {deviceName}',
    '{alertType}: {networkName}',
    'alertType',
    'mx.message',
    { path: 'mx.name', of: ofFile },
  ],
  titleStandIn: ['Signature {mx.signature}', 'File {mx.sha256}'],
  description: ['alertData.message', 'networkName', 'organizationName', '{mx.src} → {mx.dst}'],
  severity: [
    word('alertLevel'),
    codes('mx.priority', { 1: 'high', 2: 'medium', 3: 'low', 4: 'low' }),
    codes('mx.disposition', { malicious: 'high' }),
  ],
  time: ['occurredAt', 'sentAt', 'mx.timestamp', 'mx.time'],
  systems: ['deviceName', 'deviceSerial', 'networkName', 'mx.device'],
  identity: {
    of: hashOf(
      ...['organizationId', 'networkId', 'alertId', 'alertType', 'deviceSerial', 'deviceMac', 'occurredAt'],
      'mx',
    ),
    why: 'The id is not unique: an outage and its end have the same alertId, and alerts of some kinds have none. Identity of an event by syslog: the whole event. Identity of any other: organization, network, alertId, device, kind and the time of occurrence. The end finds its alert by organization, network and alertId.',
    closes: (alert) => (has('alertId').holds(alert) ? byAlert(alert) : null),
  },
  // `APs came up` ends `APs went down`. A cellular uplink that came up means that the other uplink is lost.
  state: [
    rule((alert) =>
      /^(?!cellular).{1,200} came up$/i.test(plainText(valueAt(alert, 'alertType')).slice(0, 300))
        ? 'resolved'
        : null,
    ),
    when('mx.disposition', ['clean', 'unknown', 'neutral'], 'informational'),
  ],
}

const byAlert = hashOfShared('organizationId', 'networkId', 'alertId')

function ofFile(alert: unknown): string | undefined {
  const [name, disposition] = ['mx.name', 'mx.disposition'].map((path) => plainText(valueAt(alert, path)))
  return name ? `${disposition === 'malicious' ? 'Malware' : 'File'}: ${name}` : undefined
}
