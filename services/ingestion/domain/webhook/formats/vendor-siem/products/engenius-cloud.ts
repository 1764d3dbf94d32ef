import { contentHash } from '../../../content-hash.ts'
import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule } from '../state.ts'

/** An alert of EnGenius Cloud about a device of a network. Its `alertId` is its kind. */
export const enGeniusCloud: Product = {
  id: 'engenius_cloud',
  name: 'EnGenius Cloud',
  source: 'https://doc.engenius.ai/webhook/webhook-sample-alerts',
  forms: [
    [
      ...[has('hierarchyviewId'), has('alertId'), has('alertType'), has('networkId')],
      hasOneOf('occurredAt', 'sentAt'),
    ],
  ],
  title: ['{alertType}: {deviceName}', 'alertType'],
  description: ['networkName', 'organizationName'],
  severity: [word('alertLevel')],
  time: ['occurredAt', 'sentAt'],
  systems: ['deviceName', 'deviceSerial', 'networkName'],
  identity: {
    of: hashOf(
      ...['organizationId', 'networkId', 'alertId', 'deviceSerial', 'deviceMac', 'occurredAt', 'alertData'],
    ),
    why: 'The id is not unique: it names the kind. Identity: organization, network, device, kind, time and data. A port or a site that is up again finds its alert by device and port or site.',
    closes: (alert) =>
      contentHash([
        kindOf(alert).replace(/_(?:on|off)line$/, ''),
        ...PLACE.map((path) => plainText(valueAt(alert, path))),
      ]),
  },
  state: [rule((alert) => (isUp(alert) ? 'resolved' : null))],
}

const PLACE = [
  ...['organizationId', 'networkId', 'deviceSerial', 'deviceMac'],
  ...['alertData.port', 'alertData.remote_network_name'],
]

function kindOf(alert: unknown): string {
  return plainText(valueAt(alert, 'alertId')).slice(0, 200)
}

/** Recognises `gw_vpn_site_online`, and a link that is up. */
function isUp(alert: unknown): boolean {
  const kind = kindOf(alert)
  const status = plainText(valueAt(alert, 'alertData.status')).toLowerCase()
  return /_online$/.test(kind) || (/_link_status$/.test(kind) && status === 'up')
}
