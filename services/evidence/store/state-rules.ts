import { field, migrationsOf, records, type TableRule } from '../../kernel/state/rules.ts'

/** How every column of evidence's tables follows from the log. */
export const evidenceState: readonly TableRule[] = [
  records('evidence.exports', 'exports', { tree_size: field('tree_size') }),
  migrationsOf('evidence'),
]
