import { parse } from 'csv-parse/sync'
import { Failure } from '../../command/exit-codes.ts'
import type { InputFile } from '../../files/input-file.ts'
import { instantOf, isMeasured, isObject } from '../../files/json-values.ts'
import { Place } from '../../files/place.ts'
import type { FieldMap } from './field-map.ts'
import type { FileResults, Measurement, MetricName } from './measurement.ts'
import { evalTypeOf } from './vocabulary.ts'

/**
 * Reads JSON of any shape: an array of objects, or an object that has such an array under `evaluations`, `results` or the `items`
 * of the map. Each object becomes one result, by the map or else by the API's own field names (docs/pipelines.md).
 */
export async function readGenericJson(file: InputFile, map: FieldMap): Promise<FileResults> {
  const place = new Place(file.path)
  const document = await file.json()
  const at = Array.isArray(document) ? { place, items: document } : itemsOf(place, document, map)
  return rows(
    at.items.map((item, i) => [at.place.at(i), item]),
    map,
  )
}

/**
 * Reads CSV (RFC 4180) with a header line; at most 100,000 rows of at most 1 MiB each. A column that appears twice is refused,
 * because only one of its values would count.
 */
export async function readGenericCsv(file: InputFile, map: FieldMap): Promise<FileResults> {
  const place = new Place(file.path)
  let records: { [column: string]: string }[]
  try {
    records = parse(await file.text(), {
      bom: true,
      columns: (header: string[]) => onceEach(place, header),
      skip_empty_lines: true,
      max_record_size: 1024 * 1024,
      to: 100_001,
    })
  } catch (error) {
    if (error instanceof Failure) throw error
    throw place.refuse(`is not CSV: ${(error as Error).message}`)
  }
  if (records.length > 100_000) throw place.refuse('has more than 100,000 rows')
  return rows(
    records.map((record, i) => [place.at(`row ${i + 2}`), record]),
    map,
  )
}

/** @throws Failure usage */
function onceEach(place: Place, header: string[]): string[] {
  const twice = header.find((column, i) => column !== '' && header.indexOf(column) !== i)
  if (twice !== undefined) throw place.refuse(`has the column ${JSON.stringify(twice)} twice`)
  return header
}

function itemsOf(place: Place, document: unknown, map: FieldMap): { place: Place; items: unknown[] } {
  const object = place.object(document)
  const names = map.items === undefined ? ['evaluations', 'results'] : [map.items]
  for (const name of names) {
    const value = pick(object, name)
    if (value !== undefined) return { place: place.at(name), items: place.at(name).array(value) }
  }
  throw place.refuse(`has no list under ${names.join(' or ')}: name it as "items" in the map`)
}

function rows(found: [Place, unknown][], map: FieldMap): FileResults {
  const notes: string[] = []
  const times: Date[] = []
  const unmeasured: MetricName[] = []
  const measurements = found.flatMap(([place, value]) =>
    measured(place, place.object(value), map, unmeasured, times),
  )
  for (const { metric } of unmeasured) notes.push(`${metric} was left out: it has no value`)
  const latest = times.reduce<Date | undefined>(
    (max, at) => (max === undefined || at > max ? at : max),
    undefined,
  )
  return { tool: 'custom', evaluatedAt: latest, subject: {}, measurements, unmeasured, notes }
}

function measured(
  place: Place,
  row: { [key: string]: unknown },
  map: FieldMap,
  unmeasured: MetricName[],
  times: Date[],
): Measurement[] {
  const field = (name: keyof FieldMap['fields']) => {
    const rule = map.fields[name]
    if (rule === undefined) return row[name]
    return typeof rule === 'string' ? pick(row, rule) : rule.value
  }
  const metric = text(place.at('metric_name'), field('metric_name')) ?? ''
  if (metric === '') throw place.at('metric_name').refuse('is missing: name it in the map')
  const evalType = text(place.at('eval_type'), field('eval_type')) || evalTypeOf(metric)
  const raw = field('metric_value')
  const value = typeof raw === 'string' && DECIMAL.test(raw.trim()) ? Number(raw) : raw
  if (!isMeasured(value)) {
    if (typeof raw === 'string' && raw !== '' && !NOT_MEASURED.test(raw.trim()))
      throw place.at('metric_value').refuse('is not a number')
    unmeasured.push({ metric, evalType })
    return []
  }
  const at = instantOf(field('evaluated_at'))
  if (at !== undefined) times.push(at)
  const limit = limitOf(place.at('threshold'), field('threshold'))
  const direction = directionOf(place.at('direction'), field('direction'))
  const verdict = flag(place.at('passed'), field('passed'))
  // Either direction may be the wrong one, and a value beyond its threshold MUST NOT pass.
  if (limit !== undefined && direction === undefined && verdict === undefined)
    throw place.at('direction').refuse('is missing: a threshold without `passed` needs it')
  const isMet = limit === undefined || (direction === 'lower_is_better' ? value <= limit : value >= limit)
  return [
    {
      metric,
      evalType,
      value,
      passed: verdict ?? isMet,
      ...(limit === undefined ? {} : { threshold: limit }),
      direction: direction ?? 'higher_is_better',
      counts: {},
    },
  ]
}

const DECIMAL = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/** The words that tools write for a value that was not measured. */
const NOT_MEASURED = /^(nan|n\/?a|null|-?inf(inity)?)$/i

/** Undefined where there is no text; a number as its text. */
function text(place: Place, value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  return typeof value === 'number' ? String(value) : place.text(value)
}

function limitOf(place: Place, value: unknown): number | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const limit = typeof value === 'string' && DECIMAL.test(value.trim()) ? Number(value) : value
  if (!isMeasured(limit)) throw place.refuse('is not a number')
  return limit
}

/** A direction that is misspelt is refused: the other one would be assumed. */
function directionOf(place: Place, value: unknown): Measurement['direction'] | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (value === 'lower_is_better' || value === 'higher_is_better') return value
  throw place.refuse('must be higher_is_better or lower_is_better')
}

function flag(place: Place, value: unknown): boolean | undefined {
  if (value === undefined || value === null) return undefined
  if (value === 1 || value === 0) return value === 1
  if (typeof value !== 'string') return place.flag(value)
  return /^(true|yes|1|pass|passed)$/i.test(value.trim()) ? true : value.trim() === '' ? undefined : false
}

/** Returns the value at a path of keys, `a.b.c`. Reads own keys only. */
function pick(object: unknown, path: string): unknown {
  let value = object
  for (const key of path.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}
