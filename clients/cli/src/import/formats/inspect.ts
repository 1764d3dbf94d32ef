import type { InputFile } from '../../files/input-file.ts'
import { instantOf, isMeasured, isObject } from '../../files/json-values.ts'
import { lenientJson } from '../../files/lenient-json.ts'
import { Place } from '../../files/place.ts'
import { refused } from '../../files/refused.ts'
import { readMember } from '../archives/zip.ts'
import type { FileResults, Measurement, MetricName } from './measurement.ts'
import { evalTypeOf } from './vocabulary.ts'

/**
 * Reads logs of Inspect AI: `.json`, and `.eval`, a zip whose `header.json` is the log without its samples. An archive without
 * that header is of a run that did not end. Only a log with the `status` success, of which no sample was invalidated, has results. A scorer with unscored samples has
 * measured only a part, and its metrics are left out. https://inspect.aisi.org.uk/eval-logs.html
 */
export async function readInspect(file: InputFile): Promise<FileResults> {
  return logOf(new Place(file.path), await file.json())
}

export async function readInspectArchive(file: InputFile): Promise<FileResults> {
  const header = await readMember(file.path, 'header.json')
  if (header === undefined)
    throw refused(
      file.path,
      'header.json',
      'is missing: the evaluation did not end, or this is not an Inspect log',
    )
  return logOf(new Place(file.path, 'header.json'), lenientJson(file.path, header, 'header.json'))
}

function logOf(place: Place, value: unknown): FileResults {
  const log = place.object(value)
  const run = place.at('eval').object(log.eval)
  const status = place.at('status').text(log.status)
  const stats = isObject(log.stats) ? log.stats : {}
  const known = {
    tool: 'inspect_ai',
    evaluatedAt: instantOf(stats.completed_at) ?? instantOf(run.created),
    subject: subjectOf(run),
    ...(versionOf(run) === undefined ? {} : { toolVersion: versionOf(run) }),
  }
  const nothing = (note: string) => ({ ...known, measurements: [], unmeasured: [], notes: [note] })
  if (status !== 'success') return nothing(`the evaluation ended with status ${JSON.stringify(status)}`)
  // Somebody has called samples invalid since; the metrics still count them.
  if (place.at('invalidated').flag(log.invalidated ?? false))
    return nothing('samples of the log were invalidated: nothing is submitted')
  const at = place.at('results')
  const results = at.object(log.results)
  const totals = {
    total: isMeasured(results.total_samples) ? results.total_samples : undefined,
    completed: isMeasured(results.completed_samples) ? results.completed_samples : undefined,
  }
  if (totals.total !== undefined && totals.completed !== undefined && totals.completed < totals.total)
    return nothing(
      `${totals.total - totals.completed} of ${totals.total} samples were not completed: nothing is submitted`,
    )
  const notes: string[] = []
  const measurements: Measurement[] = []
  const unmeasured: MetricName[] = []
  for (const [i, entry] of at
    .at('scores')
    .array(results.scores ?? [])
    .entries()) {
    measurements.push(...scoreOf(at.at('scores').at(i), entry, totals.total, { notes, unmeasured }))
  }
  return { ...known, measurements, unmeasured, notes }
}

function scoreOf(
  place: Place,
  value: unknown,
  total: number | undefined,
  { notes, unmeasured }: Pick<FileResults, 'notes' | 'unmeasured'>,
): Measurement[] {
  const score = place.object(value)
  const name = place.at('name').text(score.name)
  const unscored = isMeasured(score.unscored_samples) ? score.unscored_samples : 0
  if (unscored > 0)
    notes.push(`scorer ${JSON.stringify(name)} was left out: ${unscored} samples have no score`)
  const scored = isMeasured(score.scored_samples) ? score.scored_samples : total
  const metrics = unscored > 0 && !isObject(score.metrics) ? {} : place.at('metrics').object(score.metrics)
  return Object.entries(metrics).flatMap(([metric, entry]) => {
    const found = isObject(entry) ? entry.value : undefined
    if (/^(stderr|std|var|bootstrap_stderr)$/.test(metric)) return []
    const named = { metric: `${name}/${metric}`, evalType: evalTypeOf(`${name} ${metric}`) }
    if (unscored > 0 || !isMeasured(found)) {
      unmeasured.push(named)
      if (unscored === 0) notes.push(`${named.metric} was left out: it has no value`)
      return []
    }
    return [
      {
        ...named,
        value: found,
        passed: true,
        direction: 'higher_is_better' as const,
        counts: scored === undefined ? NO_COUNTS : { total: scored },
      },
    ]
  })
}

function subjectOf({ task, model }: { [key: string]: unknown }): { [name: string]: string } {
  return {
    ...(typeof task === 'string' ? { task } : {}),
    ...(typeof model === 'string' ? { model } : {}),
  }
}

function versionOf({ packages }: { [key: string]: unknown }): string | undefined {
  const version = isObject(packages) ? packages.inspect_ai : undefined
  return typeof version === 'string' ? version : undefined
}

const NO_COUNTS: Measurement['counts'] = {}
