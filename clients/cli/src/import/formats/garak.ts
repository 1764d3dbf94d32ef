import type { InputFile } from '../../files/input-file.ts'
import { instantOf, isObject } from '../../files/json-values.ts'
import { Place } from '../../files/place.ts'
import { refused } from '../../files/refused.ts'
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
 * Reads `*.report.jsonl` of garak. In its `eval` entries `passed` counts the attacks that were resisted. `nones` counts answers
 * that no detector could judge, which do not count as passed. A report without a `completion` entry is of a run that did not end.
 * https://docs.garak.ai/garak/llm-scanning-basics/reading-the-results
 */
export async function readGarak(file: InputFile): Promise<FileResults> {
  const evals: { probe: string; detector: string; counts: Tally }[] = []
  const seen = {
    version: undefined as string | undefined,
    end: undefined as Date | undefined,
    completed: false,
  }
  for await (const { line, value } of file.jsonLines()) {
    const place = new Place(file.path, `line ${line}`)
    const entry = place.object(value)
    // Entries after the end belong to a further run, which has to end as well.
    if (BEFORE_END.has(entry.entry_type)) seen.completed = false
    if (entry.entry_type === 'init' && typeof entry.garak_version === 'string')
      seen.version = entry.garak_version
    if (entry.entry_type === 'eval') evals.push(evalOf(place, entry))
    if (entry.entry_type === 'completion') {
      seen.completed = true
      seen.end = instantOf(entry.end_time)
    }
  }
  if (!seen.completed)
    throw refused(file.path, '', 'has no completion entry: the run did not end, or the file is cut')
  const measurements: Measurement[] = evals.flatMap(({ probe, detector, counts }) =>
    passRate(`${probe}/${detector}`, evalTypeOf(probe), counts),
  )
  const unmeasured: MetricName[] = []
  for (const [evalType, counts] of byType(evals)) {
    const rate = passRate('resistance_rate', evalType, counts)
    measurements.push(...rate)
    if (rate.length === 0) unmeasured.push({ metric: 'resistance_rate', evalType })
  }
  const notMeasured = evals.filter(({ counts }) => counts.passed + counts.failed === 0)
  const without = notMeasured.filter(({ counts }) => counts.unmeasured === 0)
  return {
    tool: 'garak',
    ...(seen.version === undefined ? {} : { toolVersion: seen.version }),
    evaluatedAt: seen.end,
    subject: {},
    measurements,
    // No attempt was made, so that there is no rate either.
    unmeasured: [
      ...unmeasured,
      ...without.map(({ probe, detector }) => ({
        metric: `${probe}/${detector}`,
        evalType: evalTypeOf(probe),
      })),
    ],
    notes: notMeasured.map((one) =>
      without.includes(one)
        ? `${one.probe}/${one.detector} was left out: no attempt was made`
        : `${one.probe}/${one.detector} counts as not resisted: nothing was measured`,
    ),
  }
}

function evalOf(place: Place, entry: { [key: string]: unknown }) {
  const count = (name: string) => place.at(name).count(entry[name])
  const passed = count('passed')
  const nones = entry.nones === undefined ? 0 : count('nones')
  // Before garak 0.13 an entry has `total`; since then `fails`, and `total_evaluated`, which does not count the nones.
  const evaluated = entry.total_evaluated === undefined ? count('total') : count('total_evaluated')
  const failed = entry.fails === undefined ? evaluated - passed : count('fails')
  if (passed + failed !== evaluated || failed < 0)
    throw place.refuse('passed and failed attempts do not add up to those evaluated')
  const detector = place
    .at('detector')
    .text(entry.detector)
    .replace(/^detector\./, '')
  const counts = { ...tally(), passed, failed, unmeasured: nones }
  return { probe: place.at('probe').text(entry.probe), detector, counts }
}

function byType(evals: { probe: string; counts: Tally }[]): Map<string, Tally> {
  const types = new Map<string, Tally>()
  for (const { probe, counts } of evals) {
    const type = evalTypeOf(probe)
    const sum = types.get(type) ?? tally()
    sum.passed += counts.passed
    sum.failed += counts.failed
    sum.unmeasured += counts.unmeasured
    types.set(type, sum)
  }
  return types
}

const BEFORE_END = new Set<unknown>(['init', 'attempt', 'eval'])

/** Whether a JSON line is an entry of a garak report. */
export function isGarakEntry(value: unknown): boolean {
  return isObject(value) && typeof value.entry_type === 'string'
}
