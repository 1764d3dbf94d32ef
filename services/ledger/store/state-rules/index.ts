import { migrationsOf, records, type TableRule } from '../../../kernel/state/rules.ts'
import { ACCESS_TABLES } from './access.ts'
import { ANSWER_TABLE } from './answers.ts'
import { DELIVERY_TABLES } from './deliveries.ts'
import { LIST_TABLES } from './lists.ts'
import { LOG_TABLES } from './log.ts'
import { NOTIFICATION_TABLES } from './notifications.ts'
import { OBLIGATION_TABLES } from './obligations.ts'

/** How every column of the ledger's tables follows from the log. */
export const ledgerState: readonly TableRule[] = [
  ...LOG_TABLES,
  ...ACCESS_TABLES,
  records('ledger.incidents', 'incidents'),
  records('ledger.assets', 'assets'),
  records('ledger.suppliers', 'suppliers'),
  ...DELIVERY_TABLES,
  ...OBLIGATION_TABLES,
  ...LIST_TABLES,
  ...NOTIFICATION_TABLES,
  { kind: 'excepted', table: 'ledger.quotas', why: 'counters of windows of one minute' },
  ANSWER_TABLE,
  migrationsOf('ledger'),
]
