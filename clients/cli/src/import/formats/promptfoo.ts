import type { InputFile } from '../../files/input-file.ts'
import { instantOf, isMeasured, isObject } from '../../files/json-values.ts'
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
 * Reads promptfoo's `results.json` (OutputFile, versions 2 and 3 of its results) and JSONL (one EvaluateResult per line).
 * https://www.promptfoo.dev/docs/configuration/outputs
 *
 * `failureReason` 2 is an error of the test and not a verdict, so that the case does not count as passed. `config`, vars, prompts
 * and headers may contain secrets and are never read.
 */
export async function readPromptfoo(file: InputFile): Promise<FileResults> {
  const place = new Place(file.path)
  const document = place.object(await file.json())
  const at = place.at('results')
  const results = at.object(document.results)
  const cases = new Cases()
  for (const [i, one] of at.at('results').array(results.results).entries()) {
    cases.add(at.at('results').at(i), one)
  }
  const stats = at.at('stats').object(results.stats)
  for (const [name, counted] of Object.entries({
    successes: cases.verdicts.passed,
    failures: cases.verdicts.failed,
    errors: cases.verdicts.errored,
  })) {
    const stated = stats[name] ?? 0
    if (stated !== counted)
      throw at
        .at('stats')
        .at(name)
        .refuse(`says ${String(stated)}, and the results have ${counted}: the file is incomplete`)
  }
  const metadata = isObject(document.metadata) ? document.metadata : {}
  return {
    ...cases.results(),
    ...(typeof metadata.promptfooVersion === 'string' ? { toolVersion: metadata.promptfooVersion } : {}),
    evaluatedAt: instantOf(results.timestamp),
  }
}

/** Reads promptfoo's JSONL. It has no counts to compare with, so that a file cut off between two lines looks complete. */
export async function readPromptfooLines(file: InputFile): Promise<FileResults> {
  const cases = new Cases()
  for await (const { line, value } of file.jsonLines()) cases.add(new Place(file.path, `line ${line}`), value)
  const results = cases.results()
  results.notes.push('promptfoo JSONL has no counts: whether the file is complete cannot be checked')
  return results
}

/** Counts the cases of a run: all of them, by red-team plugin, and by named score. */
class Cases {
  readonly all = tally()
  /** Counts as promptfoo itself counts: a case with a failed grader counts by its `success`. */
  readonly verdicts = tally()
  readonly #plugins = new Map<string, Tally>()
  readonly #named = new Map<string, { sum: number; count: number; unmeasured: number }>()

  add(place: Place, value: unknown): void {
    const result = place.object(value)
    const outcome = outcomeOf(place, result)
    this.all[outcome]++
    this.verdicts[verdictOf(result)]++
    const plugin = pluginOf(result)
    if (plugin !== undefined) {
      const counts = this.#plugins.get(plugin) ?? tally()
      counts[outcome]++
      this.#plugins.set(plugin, counts)
    }
    const scores = isObject(result.namedScores) ? result.namedScores : {}
    // A case that errored has no scores: the named scores that its assertions ask for were not measured.
    const asked = outcome === 'errored' ? metricsOf(result.testCase) : []
    for (const name of new Set([...Object.keys(scores), ...asked])) {
      const score = scores[name]
      const named = this.#named.get(name) ?? { sum: 0, count: 0, unmeasured: 0 }
      if (isMeasured(score) && outcome !== 'errored') {
        named.sum += score
        named.count++
      } else named.unmeasured++
      this.#named.set(name, named)
    }
  }

  results(): FileResults {
    const notes: string[] = []
    const left: MetricName[] = []
    const measurements: Measurement[] = [...passRate('pass_rate', 'custom', this.all)]
    for (const [plugin, counts] of this.#plugins)
      measurements.push(...passRate(`${plugin}/pass_rate`, evalTypeOf(plugin), counts))
    for (const [name, { sum, count, unmeasured }] of this.#named) {
      if (count === 0 || unmeasured > 0) {
        notes.push(`named score ${JSON.stringify(name)} was left out: ${unmeasured} cases have none`)
        left.push({ metric: name, evalType: evalTypeOf(name) })
        continue
      }
      measurements.push({
        metric: name,
        evalType: evalTypeOf(name),
        value: sum / count,
        passed: this.all.failed + this.all.errored === 0,
        direction: 'higher_is_better',
        counts: { total: count },
      })
    }
    return { tool: 'promptfoo', evaluatedAt: undefined, subject: {}, measurements, unmeasured: left, notes }
  }
}

function verdictOf({ success, failureReason }: { [key: string]: unknown }): keyof Tally {
  if (success === true) return 'passed'
  return failureReason === 2 ? 'errored' : 'failed'
}

function outcomeOf(place: Place, result: { [key: string]: unknown }): keyof Tally {
  const success = place.at('success').flag(result.success)
  if (result.failureReason === 2) return 'errored'
  const grading = isObject(result.gradingResult) ? result.gradingResult : undefined
  // A grader that failed gave no verdict, even where an inverted assertion counts it as one.
  if (grading !== undefined && graderFailed(grading)) return 'errored'
  return success ? 'passed' : 'failed'
}

function graderFailed(grading: { [key: string]: unknown }): boolean {
  const components = Array.isArray(grading.componentResults) ? grading.componentResults : []
  return [grading, ...components].some(
    (one) => isObject(one) && isObject(one.metadata) && one.metadata.graderError === true,
  )
}

/**
 * Returns the named scores that the assertions of a test ask for, also those of assertion sets. A set contains no further sets.
 */
function metricsOf(test: unknown): string[] {
  const asserts = assertsOf(test)
  return [...asserts, ...asserts.flatMap(assertsOf)].flatMap(({ metric }) =>
    typeof metric === 'string' ? [metric] : [],
  )
}

function assertsOf(value: unknown): { [key: string]: unknown }[] {
  return isObject(value) && Array.isArray(value.assert) ? value.assert.filter(isObject) : []
}

function pluginOf(result: { [key: string]: unknown }): string | undefined {
  const { testCase, metadata } = result
  const sources = [metadata, isObject(testCase) ? testCase.metadata : undefined]
  for (const source of sources)
    if (isObject(source) && typeof source.pluginId === 'string') return source.pluginId
  return undefined
}
