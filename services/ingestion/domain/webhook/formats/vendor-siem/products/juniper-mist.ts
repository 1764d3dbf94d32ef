import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alarm of Juniper Mist (topic alarms). It has no name but its kind. */
export const juniperMist: Product = {
  id: 'juniper_mist',
  name: 'Juniper Mist',
  source:
    'https://www.juniper.net/documentation/us/en/software/mist/automation-integration/topics/topic-map/webhook-messages.html',
  forms: [
    [
      ...[has('org_id'), has('site_id'), has('id'), has('type'), numeric('timestamp')],
      hasOneOf('last_seen', 'severity', 'group'),
    ],
  ],
  title: [{ path: 'type', read: inWords }],
  description: ['reason', 'text', 'details', 'site_name'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['hostnames', 'device_name', 'aps', 'switches', 'gateways'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each alarm. Further sightings and the end repeat it.',
  },
  state: [
    when('type', ['device_reconnected', 'switch_reconnected', 'gateway_reconnected'], 'resolved'),
    status('status'),
  ],
}

/** `rogue-ap-detected`: Rogue ap detected. */
function inWords(kind: string): string {
  const words = kind.replace(/[-_]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
