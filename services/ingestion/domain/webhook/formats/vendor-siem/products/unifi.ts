import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'

/** An alarm of UniFi Protect, as the webhook of its alarm manager posts it. */
export const unifi: Product = {
  id: 'unifi',
  name: 'UniFi',
  source: 'https://help.ui.com/hc/en-us/articles/27721287753239; bodies that public receivers of them quote',
  forms: [
    [
      has('alarm.name'),
      has('alarm.triggers.key'),
      numeric('timestamp'),
      hasOneOf('alarm.conditions', 'alarm.sources', 'alarm.triggers.device'),
    ],
  ],
  title: ['{alarm.name}: {alarm.triggers.key}', 'alarm.name'],
  severity: [],
  time: ['alarm.triggers.timestamp', 'timestamp'],
  systems: ['alarm.triggers.device'],
  identity: {
    of: hashOf(
      'alarm.name',
      'alarm.triggers.key',
      'alarm.triggers.device',
      'alarm.triggers.eventId',
      'timestamp',
    ),
    why: 'An alarm has no id. Identity: its name, what set it off, where and when (milliseconds). An alarm never changes.',
  },
}
