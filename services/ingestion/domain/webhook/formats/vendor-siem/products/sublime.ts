import { valuesAt } from '../../../fields.ts'
import { severityOfWord } from '../../../severity.ts'
import { idAnd } from '../identity.ts'
import type { Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** A message that rules of Sublime Security flagged. */
export const sublime: Product = {
  id: 'sublime',
  name: 'Sublime Security',
  source:
    'panther-labs/panther-analysis, rules/sublime_rules; elastic/integrations, packages/sublime_security, data stream message_event',
  forms: [[is('type', 'message.flagged'), has('data.message.id'), has('data.flagged_rules')]],
  title: ['data.flagged_rules.name'],
  description: ['data.flagged_rules.name'],
  severity: [gravest],
  time: ['created_at'],
  systems: ['data.message.mailbox.id'],
  identity: {
    of: idAnd('data.message.id', 'data.flagged_rules.id'),
    why: 'The id is not unique: it is that of the message, which can be flagged several times. Identity: message and the rules that flagged it.',
  },
}

const LEVELS = ['critical', 'high', 'medium', 'low'] as const

/** The most severe of the rules counts. Rules without a severity do not. */
function gravest(alert: unknown): Level | null {
  const found = valuesAt(alert, 'data.flagged_rules.severity').map(severityOfWord)
  return LEVELS.find((level) => found.includes(level)) ?? null
}
