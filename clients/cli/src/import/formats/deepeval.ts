import type { InputFile } from '../../files/input-file.ts'
import { isMeasured, isObject } from '../../files/json-values.ts'
import { Place } from '../../files/place.ts'
import {
  type FileResults,
  type Measurement,
  type MetricName,
  passRate,
  type Tally,
  tally,
} from './measurement.ts'
import { evalTypeOf } from './vocabulary.ts'

/**
 * Reads a DeepEval test run (`.deepeval/.latest_test_run.json`, or the run itself). A metric of a case does not count as passed
 * where it has an `error` or no score. A case without any metric counts as not passed for each metric that the run measured. A
 * mean is given only where every case has a score: for Bias, Toxicity and Hallucination lower is better, so that a missing score
 * counted as 0 would be the best one. The file has no time.
 */
export async function readDeepEval(file: InputFile): Promise<FileResults> {
  const root = new Place(file.path)
  const document = root.object(await file.json())
  const wrapped = isObject(document.testRunData)
  const place = wrapped ? root.at('testRunData') : root
  const run = place.object(wrapped ? document.testRunData : document)
  const metrics = new Map<string, Metric>()
  let without = 0
  for (const name of ['testCases', 'conversationalTestCases']) {
    if (run[name] === undefined || run[name] === null) continue
    for (const [i, one] of place.at(name).array(run[name]).entries())
      if (!addCase(metrics, place.at(name).at(i), one)) without++
  }
  for (const { counts } of metrics.values()) counts.unmeasured += without
  const notes = without === 0 ? [] : [`${without} cases have no metric and count as not passed`]
  const unmeasured: MetricName[] = []
  const measurements = [...metrics].flatMap(([name, metric]) => measured(name, metric, unmeasured))
  for (const { metric } of unmeasured)
    notes.push(`the mean of ${JSON.stringify(metric)} was left out: not every case has a score`)
  return { tool: 'deepeval', evaluatedAt: undefined, subject: {}, measurements, unmeasured, notes }
}

type Metric = { counts: Tally; scores: number[]; thresholds: Set<number> }

/** @returns whether the case has a metric */
function addCase(metrics: Map<string, Metric>, place: Place, value: unknown): boolean {
  const one = place.object(value)
  const at = place.at('metricsData')
  const data = at.array(one.metricsData ?? one.metricsMetadata ?? [])
  for (const [i, entry] of data.entries()) {
    const metricData = at.at(i).object(entry)
    const name = at
      .at(i)
      .at('name')
      .text(metricData.name ?? metricData.metric)
    const metric = metrics.get(name) ?? { counts: tally(), scores: [], thresholds: new Set() }
    const errored = metricData.error !== undefined && metricData.error !== null && metricData.error !== ''
    if (errored) metric.counts.errored++
    else if (!isMeasured(metricData.score)) metric.counts.unmeasured++
    else {
      metric.scores.push(metricData.score)
      metric.counts[at.at(i).at('success').flag(metricData.success) ? 'passed' : 'failed']++
    }
    if (isMeasured(metricData.threshold)) metric.thresholds.add(metricData.threshold)
    metrics.set(name, metric)
  }
  return data.length > 0
}

function measured(
  name: string,
  { counts, scores, thresholds }: Metric,
  unmeasured: MetricName[],
): Measurement[] {
  const evalType = evalTypeOf(name)
  const rate = passRate(`${name}/pass_rate`, evalType, counts)
  if (counts.errored + counts.unmeasured > 0 || scores.length === 0) {
    unmeasured.push({ metric: name, evalType })
    return rate
  }
  const [threshold] = thresholds
  return [
    ...rate,
    {
      metric: name,
      evalType,
      value: scores.reduce((sum, score) => sum + score, 0) / scores.length,
      passed: counts.failed === 0,
      ...(thresholds.size === 1 ? { threshold } : {}),
      direction: LOWER_IS_BETTER.test(name) ? 'lower_is_better' : 'higher_is_better',
      counts: { ...counts, total: scores.length },
    },
  ]
}

const LOWER_IS_BETTER = /bias|toxicity|hallucination/i
