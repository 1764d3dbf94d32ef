import { EXIT, Failure } from '../exit-codes.ts'
import type { Patience } from '../rest.ts'
import type { Server } from '../server.ts'
import type { Evaluation } from './evaluations.ts'
import type { MetricName } from './measurement.ts'
import { PAGE, page } from './page.ts'

/** What a call handed in: the results of its files, the metrics that they name without a value, and the suite versions of the results. */
type HandedIn = {
  files: readonly { evaluations: readonly Evaluation[]; unmeasured: readonly MetricName[] }[]
  systemId: string
  suiteIds: ReadonlySet<string>
}

/**
 * Refuses results that leave the gate to answer a threshold of their suite by an earlier result: of a metric that a file names and that was not
 * measured, with `whole` of any metric. A key that may not read suites cannot tell: then a line of `log` names what was not measured.
 *
 * @throws Failure nothing
 */
export async function requireMeasured(
  server: Server,
  patience: Patience,
  { files, systemId, suiteIds }: HandedIn,
  whole: boolean,
): Promise<void> {
  const unmeasured = files.flatMap((file) => file.unmeasured)
  if (suiteIds.size === 0 || (!whole && unmeasured.length === 0)) return
  const path = `/eval-suites?ai_system_id=${encodeURIComponent(systemId)}&status=active&limit=${PAGE}`
  const suites = await page<Suite>(server, patience, path)
  const names = unmeasured.map(({ metric, evalType }) => `${metric} (${evalType})`).join(', ')
  const unknown = `warning: ${names}: not measured; where the suite asks for it, the gate takes an earlier result`
  if (suites === undefined) {
    if (whole) throw new Failure(EXIT.denied, '--whole-suite: the API key needs evaluations:read')
    patience.log(`${unknown} (with evaluations:read this is an error)`)
    return
  }
  const suite = suites.find(({ id }) => suiteIds.has(id))
  if (suite === undefined) {
    const is =
      suites.length < PAGE ? 'has another version by now' : `is none of the ${PAGE} newest of the AI system`
    if (whole) throw new Failure(EXIT.nothing, `--whole-suite: the suite ${is}`)
    patience.log(`${unknown} (the suite ${is})`)
    return
  }
  const keyOf = (metric: string, evalType: string) => JSON.stringify([metric, evalType])
  const measured = new Set(
    files.flatMap(({ evaluations }) => evaluations.map((one) => keyOf(one.metric_name, one.eval_type))),
  )
  const named = new Set(unmeasured.map((one) => keyOf(one.metric, one.evalType)))
  for (const { metric_name, eval_type } of suite.thresholds) {
    const key = keyOf(metric_name, eval_type)
    if (!measured.has(key) && (whole || named.has(key)))
      throw new Failure(
        EXIT.nothing,
        `${metric_name} (${eval_type}): was not measured, and the suite asks for it: the gate would take an earlier result`,
      )
  }
}

type Suite = { id: string; thresholds: { metric_name: string; eval_type: string }[] }
