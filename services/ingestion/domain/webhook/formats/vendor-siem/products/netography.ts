import { hashOf } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A detection of Netography Fusion, now Vectra Fusion, in network traffic: its start, continuation or end. */
export const netography: Product = {
  id: 'netography',
  name: 'Netography Fusion',
  source:
    'https://docs.netography.com/docs/webhook; https://docs.fusion.vectra.ai/automate-responses/configuring-response-integrations/webhook',
  forms: [
    [
      ...[is('alerttype', 'start', 'ongoing', 'end'), has('algorithm'), has('cachekey')],
      ...[has('severity'), has('start'), has('track_by')],
    ],
  ],
  title: ['summary', '{description}: {cachekey}'],
  titleStandIn: ['Netography: {algorithm} of {cachekey}'],
  description: ['description'],
  severity: [word('severity')],
  time: ['start', 'timestamp'],
  systems: ['dstip', 'srcip'],
  identity: {
    of: hashOf('customer', 'algorithm', 'track', 'cachekey', 'start'),
    why: 'It is not documented whether the id is that of a detection or of a notification. Identity: what was detected, between whom, and when it started. Every later notification repeats them.',
  },
  state: [when('alerttype', ['end'], 'resolved')],
}
