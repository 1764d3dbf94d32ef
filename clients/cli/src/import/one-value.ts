import { refused } from '../files/refused.ts'
import type { Evaluation } from './evaluations.ts'

/**
 * Refuses two different values of one metric and eval type of a suite, for example from shards or from test suites of the same
 * name. The gate takes only the last value and would ignore the others.
 *
 * @throws Failure usage where results tied to a suite have two values of one metric
 */
export function refuseSecondValues(files: readonly { path: string; evaluations: Evaluation[] }[]): void {
  const known = new Map<string, { path: string; value: number }>()
  for (const { path, evaluations } of files)
    for (const { eval_suite, metric_name, eval_type, metric_value } of evaluations) {
      if (eval_suite === undefined) continue
      const key = JSON.stringify([metric_name, eval_type])
      const first = known.get(key)
      if (first === undefined) known.set(key, { path, value: metric_value })
      else if (first.value !== metric_value)
        throw refused(
          path,
          `${metric_name} (${eval_type})`,
          `is ${metric_value} here and ${first.value} in ${first.path}: the gate would look at the last one alone; submit one value of each metric`,
        )
    }
}
