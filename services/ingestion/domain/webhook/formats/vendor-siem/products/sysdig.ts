import { idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** From 0 (most severe) to 7. The labels are High, Medium, Low and Info; a payload of the channel has 4 with the label Low. */
const SEVERITIES = {
  0: 'high',
  1: 'high',
  2: 'medium',
  3: 'medium',
  4: 'low',
  5: 'low',
  6: 'informational',
  7: 'informational',
} as const

/** An alert of Sysdig Monitor, as its webhook channel sends it. */
export const sysdig: Product = {
  id: 'sysdig',
  name: 'Sysdig Monitor',
  source:
    'https://docs.sysdig.com/en/docs/administration/administration-settings/outbound-integrations/notifications-management/set-up-notification-channels/configure-a-webhook-channel/',
  forms: [
    [
      ...[hasOneOf('alert.editUrl', 'event.url'), has('alert.name'), has('alert.severity'), has('event.id')],
      hasOneOf('resolved', 'alert.severityLabel', 'timespan'),
    ],
  ],
  title: ['alert.subject', 'alert.name'],
  description: ['alert.description', 'alert.body', 'condition'],
  severity: [word('alert.severityLabel'), codes('alert.severity', SEVERITIES)],
  time: ['timestamp'],
  identity: {
    of: idAnd('event.id', 'alert.id', 'alert.editUrl'),
    why: 'The id is not unique: each installation counts the numbers of its events. Identity: number, rule and the address of the rule. The resolution repeats them.',
  },
  state: [when('resolved', [true], 'resolved'), status('state')],
}
