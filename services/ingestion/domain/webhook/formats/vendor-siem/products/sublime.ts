import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/** A message that rules of Sublime Security flagged. It is not graded. */
export const sublime: Product = {
  id: 'sublime',
  name: 'Sublime Security',
  source: 'panther-labs/panther-analysis, rules/sublime_rules',
  forms: [[is('type', 'message.flagged'), has('data.message.id'), has('data.flagged_rules')]],
  title: ['data.flagged_rules.name'],
  description: ['data.flagged_rules.name'],
  severity: [],
  time: ['created_at'],
  systems: ['data.message.mailbox.id'],
  identity: {
    of: idAnd('data.message.id', 'data.flagged_rules.id'),
    why: 'The id is not unique: it is that of the message, which can be flagged several times. Identity: message and the rules that flagged it.',
  },
}
