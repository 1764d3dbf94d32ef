import { id } from '../identity.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, lacks } from '../recognition.ts'
import { status, when } from '../state.ts'

/**
 * "Low: between 0 and 33, Medium: between 34 and 66, High: between 67 and 90, Critical: between 91 and 100" (Priority field for
 * alarms).
 */
const PRIORITIES = { low: 0, medium: 34, high: 67, critical: 91 } as const

/** An alarm of USM Anywhere (AlienVault, LevelBlue), as its API gives it. */
export const usmAnywhere: Product = {
  id: 'usm_anywhere',
  name: 'USM Anywhere',
  source:
    'https://cybersecurity.att.com/documentation/api/usm-anywhere-api.htm; priorities: https://docs.levelblue.com/documentation/usm-anywhere/user-guide/alarms/alarms-list-priority-field; chronicle/content-hub, content/response_integrations/google/alien_vault_anywhere, "Get Alarm Details"',
  forms: [
    [
      ...[has('rule_method'), has('rule_strategy'), has('rule_intent')],
      ...[hasOneOf('priority_label', 'priority'), hasOneOf('timestamp_occured', 'timestamp_received')],
      lacks('attributes'),
    ],
  ],
  title: ['{rule_strategy}: {rule_method}'],
  description: ['rule_intent', 'rule_id'],
  severity: [word('priority_label'), scale('priority', PRIORITIES)],
  time: ['timestamp_occured', 'timestamp_received'],
  systems: ['alarm_sources', 'source_name', 'destination_name'],
  identity: {
    of: id('uuid'),
    why: 'The id is unique: a UUID for each alarm. A change of its status repeats it.',
  },
  state: [status('status'), when('suppressed', [true], 'suppressed')],
}
