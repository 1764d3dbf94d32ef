/** One metric of a file, as it becomes one evaluation result. */
export type Measurement = {
  /** The name of the metric, as suites name it in their thresholds; at most 200 characters. */
  metric: string
  /** An eval type of the API's vocabulary or another identifier (`^[a-z][a-z0-9_]*$`). */
  evalType: string
  value: number
  /** The tool's own verdict; without one, whether all cases were measured. The gate compares the value itself. */
  passed: boolean
  threshold?: number | undefined
  direction: 'higher_is_better' | 'lower_is_better'
  /** The cases that the value is computed from, counted by outcome. */
  counts: { [outcome: string]: number }
}

/** Whether none of the cases of a metric was measured. */
export function isUnmeasured({ counts: { passed, failed } }: Measurement): boolean {
  return passed === 0 && failed === 0
}

/** A metric as suites name it. */
export type MetricName = { metric: string; evalType: string }

/** The content of a file, without prompts, answers or settings of the tool. */
export type FileResults = {
  /** `source_kind` of the API. */
  tool: string
  toolVersion?: string | undefined
  /** When the evaluation ended, as the file says; undefined where it does not say. */
  evaluatedAt: Date | undefined
  /** The subject of the evaluation according to the file: a task, a model. */
  subject: { [name: string]: string }
  measurements: Measurement[]
  /** Metrics without a value. `measurements` does not have them. */
  unmeasured: MetricName[]
  /** Notes for people, such as a metric that was left out. */
  notes: string[]
}

/** Cases counted by outcome. A case that was not measured does not count as passed. */
export type Tally = { passed: number; failed: number; errored: number; unmeasured: number }

export function tally(): Tally {
  return { passed: 0, failed: 0, errored: 0, unmeasured: 0 }
}

/** Returns the number of all cases of a tally. */
function total({ passed, failed, errored, unmeasured }: Tally): number {
  return passed + failed + errored + unmeasured
}

/**
 * Returns the share of cases that passed. Errored and unmeasured cases count as not passed. Where no case was measured, the share
 * is 0 and is not left out: the gate would use an earlier result instead. Returns an empty list where there are no cases.
 */
export function passRate(metric: string, evalType: string, counts: Tally): Measurement[] {
  const all = total(counts)
  if (all === 0) return []
  return [
    {
      metric,
      evalType,
      value: counts.passed / all,
      passed: counts.passed === all,
      direction: 'higher_is_better',
      counts: { ...counts, total: all },
    },
  ]
}
