import { wholeAlert } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A tool call of an AI agent that a policy of Rampart denied, or flagged for review. It is not graded. */
export const rampart: Product = {
  id: 'rampart',
  name: 'Rampart',
  source: 'peg/rampart, docs-site/features/webhooks.md',
  forms: [
    [
      is('decision', 'deny', 'log', 'allow', 'require_approval'),
      ...[has('tool'), has('policy'), has('agent'), has('session')],
    ],
  ],
  title: ['{agent}: {message}', '{agent}: {tool} ({decision}, {policy})'],
  description: ['command', '{decision} by {policy}'],
  severity: [],
  time: ['timestamp'],
  systems: ['agent'],
  identity: {
    of: wholeAlert,
    why: 'A decision has no id. Identity: the whole alert, with its session, command and time (seconds). A decision never changes.',
  },
  state: [when('decision', ['allow'], 'informational')],
}
