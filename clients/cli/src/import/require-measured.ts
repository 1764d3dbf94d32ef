import type { RetryPolicy } from '../api/rest.ts'
import type { Server } from '../api/server.ts'
import { EXIT, Failure } from '../command/exit-codes.ts'
import type { Evaluation } from './evaluations.ts'
import type { MetricName } from './formats/measurement.ts'
import { PAGE, page } from './page.ts'

/**
 * The submission of a command: the results of its files, the metrics that the files name without a value, and their suite
 * versions.
 */
type Submission = {
  files: readonly { evaluations: readonly Evaluation[]; unmeasured: readonly MetricName[] }[]
  systemId: string
  suiteIds: ReadonlySet<string>
}

/**
 * Fails where the gate would have to decide a threshold of the suite by an earlier result, because a file names the metric and has
 * no value for it. With `whole` it fails for each metric of the suite that has no result. Without `whole`, and where the key may not
 * read suites, a line of `log` names what was not measured instead.
 *
 * @throws Failure `nothing`; `denied` with `whole` where the key may not read suites
 */
export async function requireMeasured(
  server: Server,
  retryPolicy: RetryPolicy,
  { files, systemId, suiteIds }: Submission,
  whole: boolean,
): Promise<void> {
  const unmeasured = files.flatMap((file) => file.unmeasured)
  if (suiteIds.size === 0 || (!whole && unmeasured.length === 0)) return
  const path = `/eval-suites?ai_system_id=${encodeURIComponent(systemId)}&status=active&limit=${PAGE}`
  const suites = await page<Suite>(server, retryPolicy, path)
  const names = unmeasured.map(({ metric, evalType }) => `${metric} (${evalType})`).join(', ')
  const unknown = `warning: ${names}: not measured; where the suite asks for it, the gate takes an earlier result`
  if (suites === undefined) {
    if (whole) throw new Failure(EXIT.denied, '--whole-suite: the API key needs evaluations:read')
    retryPolicy.log(`${unknown} (with evaluations:read this is an error)`)
    return
  }
  const suite = suites.find(({ id }) => suiteIds.has(id))
  if (suite === undefined) {
    const is =
      suites.length < PAGE ? 'has a newer version' : `is not among the ${PAGE} newest suites of the AI system`
    if (whole) throw new Failure(EXIT.nothing, `--whole-suite: the suite ${is}`)
    retryPolicy.log(`${unknown} (the suite ${is})`)
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
