import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/** An event of Tailscale, whose webhook sends a list. Most events are actions of administrators. They are not graded. */
export const tailscale: Product = {
  id: 'tailscale',
  name: 'Tailscale',
  source: 'https://tailscale.com/kb/1213/webhooks; events in the tests of a receiver',
  forms: [
    [
      has('tailnet'),
      has('version'),
      has('timestamp'),
      { ...like('type', /^[a-z][A-Za-z]+$/, 'such as nodeKeyExpired'), common: true },
    ],
  ],
  title: ['{message} ({data.deviceName})', 'message'],
  titleStandIn: ['Tailscale event in {tailnet}'],
  description: ['data.url'],
  severity: [],
  time: ['timestamp'],
  systems: ['data.deviceName', 'data.nodeID'],
  identity: {
    of: hashOf('tailnet', 'type', 'timestamp', 'data.nodeID', 'data.deviceName', 'data.user', 'message'),
    why: 'An event has no id. Identity: tailnet, kind, time and what the event is about. An event never changes.',
  },
  state: [rule(ofKind)],
}

/**
 * Expiring keys, misconfigured routes and pending approvals need action. So does a change of a webhook, which can hide further
 * events.
 */
function ofKind(event: unknown): State | null {
  return ALERTS.test(plainText(valueAt(event, 'type'))) ? null : 'informational'
}

const ALERTS = /Expir|NotEnabled$|Needs|Suspended$|^webhook(?:Updated|Deleted)$/i
