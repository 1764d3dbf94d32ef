/** One metric of a file, as it becomes one evaluation result. */
export type Measurement = {
  /** At most 200 characters; suites name it in their thresholds. */
  metric: string
  /** An identifier of the API's vocabulary or another one (`^[a-z][a-z0-9_]*$`). */
  evalType: string
  value: number
  /** The tool's own verdict, or whether all cases were measured where it has none. The gate compares for itself. */
  passed: boolean
  threshold?: number | undefined
  direction: 'higher_is_better' | 'lower_is_better'
  /** Cases behind the value, by outcome. */
  counts: { [outcome: string]: number }
}

/** Whether a metric is of cases none of which was measured. */
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
  /** When the evaluation ended, by the file; undefined where it does not say. */
  evaluatedAt: Date | undefined
  /** What was evaluated, by the file: a task, a model. */
  subject: { [name: string]: string }
  measurements: Measurement[]
  /** Metrics without a value, which are left out. */
  unmeasured: MetricName[]
  /** Notes for people: a case that counts for more than it seems, a metric that was left out. */
  notes: string[]
}

/** Counts of cases by outcome. A case that was not measured is no pass. */
export type Tally = { passed: number; failed: number; errored: number; unmeasured: number }

export function tally(): Tally {
  return { passed: 0, failed: 0, errored: 0, unmeasured: 0 }
}

/** Cases of a tally, whatever their outcome. */
function total({ passed, failed, errored, unmeasured }: Tally): number {
  return passed + failed + errored + unmeasured
}

/**
 * The share of cases that passed. Errored and unmeasured cases count as not passed. Where no case was measured the share is 0: for
 * a metric that is left out, the gate would use an earlier result. None where there is no case.
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
