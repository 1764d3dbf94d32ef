import {
  type ThresholdOutcome,
  ThresholdOutcomeSchema,
} from '../../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { type Plain, plain } from './plain.ts'

/** Returns a threshold with its newest result, as the command prints it. */
export function thresholdRow(one: ThresholdOutcome): Plain {
  const { threshold, ...more } = plain(ThresholdOutcomeSchema, one)
  return { ...(threshold as Plain), ...more }
}
