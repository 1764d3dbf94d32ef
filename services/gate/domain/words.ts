import {
  type BlockReason,
  BlockReasonSchema,
  type Verdict,
  VerdictSchema,
} from '../../../proto/gen/attestry/gate/v1/gate_pb.ts'
import {
  type Operator,
  OperatorSchema,
  type SuiteOutcome,
  SuiteOutcomeSchema,
} from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import {
  type ResolutionAction,
  ResolutionActionSchema,
} from '../../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { enumText } from '../../kernel/values/enum-text.ts'

/** The words in records for the closed enums of the gate's protos. */
export const OPERATOR_WORDS = enumText<Operator>(OperatorSchema)
export const OUTCOMES = enumText<SuiteOutcome>(SuiteOutcomeSchema)
export const VERDICTS = enumText<Verdict>(VerdictSchema)
export const BLOCK_REASONS = enumText<BlockReason>(BlockReasonSchema)
export const ACTIONS = enumText<ResolutionAction>(ResolutionActionSchema)
