import { satisfies } from './operators.ts'
import type { ThresholdState } from './snapshot.ts'

/** Whether the newest results satisfy a suite version (gate-rules.md, "Outcome"). */
type SuiteOutcome = 'met' | 'failed' | 'incomplete'

/** Returns the outcome. A suite without thresholds, or with a threshold that has no result, is incomplete and never met. */
export function outcomeOf(thresholds: ThresholdState[]): SuiteOutcome {
  if (thresholds.length === 0) return 'incomplete'
  if (thresholds.some((threshold) => threshold.result !== null && !isSatisfied(threshold))) return 'failed'
  if (thresholds.some((threshold) => threshold.result === null)) return 'incomplete'
  return 'met'
}

/** Whether the newest result exists and meets the threshold. */
export function isSatisfied({ result, operator, value }: ThresholdState): boolean {
  return result !== null && satisfies(result.metric_value, operator, value)
}
