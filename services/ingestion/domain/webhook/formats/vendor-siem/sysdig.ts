import { idAnd } from './identity.ts'
import { codes, word } from './levels.ts'
import type { Product } from './product.ts'
import { has, hasOneOf } from './recognition.ts'
import { status, when } from './state.ts'

/** Sysdig grades from 0, the gravest, to 7, as syslog does. */
const SEVERITIES = {
  0: 'critical',
  1: 'critical',
  2: 'critical',
  3: 'high',
  4: 'medium',
  5: 'low',
  6: 'low',
  7: 'low',
} as const

/** An alert of Sysdig Monitor, as its webhook channel sends it. */
export const sysdig: Product = {
  id: 'sysdig',
  name: 'Sysdig Monitor',
  source:
    'https://docs.sysdig.com/en/docs/administration/administration-settings/outbound-integrations/notifications-management/set-up-notification-channels/configure-a-webhook-channel/',
  forms: [
    [
      ...[has('alert.editUrl'), has('alert.name'), has('event.id')],
      hasOneOf('resolved', 'entities', 'timespan'),
    ],
  ],
  title: ['alert.subject', 'alert.name'],
  description: ['alert.description', 'alert.body', 'condition'],
  severity: [word('alert.severityLabel'), codes('alert.severity', SEVERITIES)],
  time: ['timestamp'],
  identity: {
    of: idAnd('event.id', 'alert.id', 'alert.editUrl'),
    why: 'Shared by installations: the number of the event, to which its rule and the address of the rule are added; the resolution repeats them.',
  },
  state: [when('resolved', [true], 'resolved'), status('state')],
}
