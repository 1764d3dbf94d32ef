import { evidenceState } from '../../../services/evidence/store/state-rules.ts'
import { gateState } from '../../../services/gate/store/state-rules.ts'
import { ingestionState } from '../../../services/ingestion/store/state-rules/index.ts'
import type { TableRule } from '../../../services/kernel/state/rules.ts'
import { ledgerState } from '../../../services/ledger/store/state-rules/index.ts'

/** The rules by which every column of every service's tables follows from the log. */
export const STATE_RULES: readonly TableRule[] = [
  ...ledgerState,
  ...gateState,
  ...ingestionState,
  ...evidenceState,
]
