import type { InputFile } from '../../files/input-file.ts'
import { instantOf, isObject } from '../../files/json-values.ts'
import { Place } from '../../files/place.ts'
import type { FileResults, Measurement } from './measurement.ts'
import { RuleLevels } from './sarif-levels.ts'

/**
 * Reads SARIF 2.1.0: the number of findings in all and by level, `findings`, `findings/error`, `findings/warning`,
 * `findings/note`, and the number of results that the tool did not decide, `findings/undecided`.
 * A finding is a result of kind `fail` (the default) that no accepted suppression covers (sections 3.27.9, 3.35) and that is not
 * only in the baseline (3.27.24). A result of kind `open` or `review` is undecided. A kind or level that SARIF does not have refuses the
 * file. A run whose tool did not succeed, or whose results are in other files too, has measured nothing.
 */
export async function readSarif(file: InputFile): Promise<FileResults> {
  const place = new Place(file.path)
  const document = place.object(await file.json())
  const counts = { error: 0, warning: 0, note: 0, none: 0, undecided: 0, suppressed: 0 }
  const notes: string[] = []
  const tools: string[] = []
  let endedAt: Date | undefined
  let measured = 0
  for (const [i, value] of place.at('runs').array(document.runs).entries()) {
    const at = place.at('runs').at(i)
    const run = at.object(value)
    const tool = toolOf(run)
    tools.push(tool)
    const invocations = Array.isArray(run.invocations) ? run.invocations.filter(isObject) : []
    const succeeded = at.at('invocations').at('executionSuccessful')
    if (invocations.some((invocation) => !succeeded.flag(invocation.executionSuccessful ?? true))) {
      notes.push(`run ${i} of ${tool} did not succeed and was left out`)
      continue
    }
    // A run without `results` did not scan (3.14.23); a run with an empty list found nothing.
    if (run.results === undefined || run.results === null) {
      notes.push(`run ${i} of ${tool} has no results and was left out`)
      continue
    }
    // The file would show only a part of the findings, or none (3.14.2).
    if (hasResultsElsewhere(run)) {
      notes.push(`run ${i} of ${tool} has results in other files and was left out`)
      continue
    }
    measured++
    for (const invocation of invocations) endedAt = later(endedAt, instantOf(invocation.endTimeUtc))
    const levels = new RuleLevels(run, invocations)
    for (const [j, result] of at.at('results').array(run.results).entries())
      count(counts, at.at('results').at(j), result, levels)
  }
  const measurements = measured === 0 || notes.length > 0 ? [] : measurementsOf(counts)
  return {
    tool: 'custom',
    evaluatedAt: endedAt,
    subject: { tools: [...new Set(tools)].join(', ') },
    measurements,
    unmeasured: [],
    notes,
  }
}

type Counts = {
  error: number
  warning: number
  note: number
  none: number
  undecided: number
  suppressed: number
}

function count(counts: Counts, place: Place, value: unknown, levels: RuleLevels): void {
  const result = place.object(value)
  const kind = result.kind ?? 'fail'
  if (!KINDS.has(kind)) throw place.at('kind').refuse('is not one of SARIF')
  if (NO_FINDINGS.has(kind) || result.baselineState === 'absent') return
  const level = kind === 'fail' ? levelOf(place, result, levels) : 'undecided'
  const suppressions = Array.isArray(result.suppressions) ? result.suppressions.filter(isObject) : []
  const accepted =
    suppressions.length > 0 && suppressions.every(({ status }) => (status ?? 'accepted') === 'accepted')
  counts[accepted ? 'suppressed' : level]++
}

function levelOf(
  place: Place,
  result: { [key: string]: unknown },
  levels: RuleLevels,
): 'error' | 'warning' | 'note' | 'none' {
  const level = result.level ?? levels.of(result)
  if (level !== 'error' && level !== 'warning' && level !== 'note' && level !== 'none')
    throw place.at('level').refuse('is not one of SARIF')
  return level
}

/** The kinds of results about which nothing has to be decided (3.27.9). */
const NO_FINDINGS = new Set<unknown>(['pass', 'informational', 'notApplicable'])
/** Of kind `open` the tool had too little to decide, and of kind `review` a person has to. */
const KINDS = new Set<unknown>([...NO_FINDINGS, 'fail', 'open', 'review'])

function measurementsOf(counts: Counts): Measurement[] {
  const sum = counts.error + counts.warning + counts.note + counts.none
  const values = {
    findings: sum,
    'findings/error': counts.error,
    'findings/warning': counts.warning,
    'findings/note': counts.note,
    'findings/undecided': counts.undecided,
  }
  return Object.entries(values).map(([metric, value]) => ({
    metric,
    evalType: 'safety',
    value,
    passed: value === 0,
    direction: 'lower_is_better',
    counts,
  }))
}

function toolOf({ tool }: { [key: string]: unknown }): string {
  const driver = isObject(tool) ? tool.driver : undefined
  return isObject(driver) && typeof driver.name === 'string' ? driver.name.slice(0, 200) : 'an unnamed tool'
}

function hasResultsElsewhere({
  externalPropertyFileReferences: references,
}: {
  [key: string]: unknown
}): boolean {
  const { results } = isObject(references) ? references : {}
  return Array.isArray(results) && results.length > 0
}

function later(one: Date | undefined, other: Date | undefined): Date | undefined {
  return one === undefined || (other !== undefined && other > one) ? other : one
}
