import { isObject } from '../../../../kernel/json/is-object.ts'
import { own } from '../own.ts'
import { type Band, isSeverity, type Severity } from '../severity.ts'
import { fits } from '../text.ts'
import { parsePointer } from './json-pointer.ts'

/**
 * Checks the mapping of a `generic_json` endpoint as it is saved:
 *
 * `{ "<incident field>": { "pointers": ["/json/pointer", …], "default"?, "map"?, "bands"? }, … }`
 *
 * Fields: title (required), description, severity, source_system, external_id, occurred_at, affected_systems.
 * `pointers` (RFC 6901, at most 10) are tried in order, the first non-null value wins; `default` is used where there is none.
 * For severity only: `map` (value → severity, at most 200 entries) and `bands` (`[{ "from": 0, "severity": "low" }, …]`,
 * ascending, at most 20). Every problem is reported, each with a JSON Pointer into the mapping.
 */
export function parseMapping(value: unknown): ParsedMapping {
  const problems: MappingProblem[] = []
  if (!isObject(value)) return { ok: false, problems: [{ at: '', message: 'a mapping is a JSON object' }] }
  const mapping = new Map<MappedField, FieldMapping>()
  for (const key of Object.keys(value)) {
    const field = MAPPED_FIELDS.find((name) => name === key)
    const at = `/${escapeToken(key)}`
    if (field === undefined)
      problems.push({ at, message: `unknown field; one of ${MAPPED_FIELDS.join(', ')}` })
    else mapping.set(field, parseField(field, own(value, key), at, problems))
  }
  if (!mapping.has('title')) problems.push({ at: '/title', message: 'is required' })
  return problems.length > 0 ? { ok: false, problems } : { ok: true, mapping }
}

function parseField(
  field: MappedField,
  value: unknown,
  at: string,
  problems: MappingProblem[],
): FieldMapping {
  const mapped: FieldMapping = { pointers: [], default: undefined, map: new Map(), bands: [] }
  if (!isObject(value)) {
    problems.push({ at, message: 'is an object with "pointers"' })
    return mapped
  }
  for (const key of Object.keys(value)) {
    const known = ['pointers', 'default', ...(field === 'severity' ? ['map', 'bands'] : [])]
    const message =
      key === 'map' || key === 'bands' ? 'is for severity only' : `unknown; one of ${known.join(', ')}`
    if (!known.includes(key)) problems.push({ at: `${at}/${escapeToken(key)}`, message })
  }
  mapped.pointers = parsePointers(own(value, 'pointers'), `${at}/pointers`, problems)
  mapped.default = parseDefault(field, own(value, 'default'), `${at}/default`, problems)
  if (mapped.pointers.length === 0 && mapped.default === undefined) {
    problems.push({ at, message: 'needs at least one pointer or a default' })
  }
  if (field === 'severity') {
    mapped.map = parseMap(own(value, 'map'), `${at}/map`, problems)
    mapped.bands = parseBands(own(value, 'bands'), `${at}/bands`, problems)
  }
  return mapped
}

function parsePointers(value: unknown, at: string, problems: MappingProblem[]): Pointer[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > 10) {
    problems.push({ at, message: 'is an array of at most 10 JSON Pointers' })
    return []
  }
  return value.flatMap((text: unknown, index) => {
    const tokens = typeof text === 'string' ? parsePointer(text) : null
    if (tokens !== null) return [{ text: String(text), tokens }]
    const message = 'is no JSON Pointer (RFC 6901): "" or "/…", with ~0 for ~ and ~1 for /, at most 64 steps'
    problems.push({ at: `${at}/${index}`, message })
    return []
  })
}

function parseDefault(field: MappedField, value: unknown, at: string, problems: MappingProblem[]): unknown {
  if (value === undefined) return undefined
  if (field === 'severity') {
    if (!isSeverity(value)) problems.push({ at, message: SEVERITY_EXPECTED })
  } else if (field === 'external_id' || field === 'occurred_at') {
    problems.push({ at, message: 'cannot have a default: it would make different events look the same' })
  } else if (field === 'affected_systems') {
    const texts =
      Array.isArray(value) && value.length <= 500 && value.every((item) => typeof item === 'string')
    if (!texts) problems.push({ at, message: 'is an array of at most 500 strings' })
  } else if (typeof value !== 'string' || !fits(value, 500) || (field === 'title' && value.trim() === '')) {
    problems.push({ at, message: 'is a text of at most 500 characters' })
  }
  return value
}

function parseMap(value: unknown, at: string, problems: MappingProblem[]): Map<string, Severity> {
  const map = new Map<string, Severity>()
  if (value === undefined) return map
  if (!isObject(value) || Object.keys(value).length > 200) {
    problems.push({ at, message: 'is an object of at most 200 entries, value → severity' })
    return map
  }
  for (const key of Object.keys(value)) {
    const severity = own(value, key)
    if (isSeverity(severity)) map.set(key, severity)
    else problems.push({ at: `${at}/${escapeToken(key)}`, message: SEVERITY_EXPECTED })
  }
  return map
}

function parseBands(value: unknown, at: string, problems: MappingProblem[]): Band[] {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > 20) {
    problems.push({ at, message: 'is an array of at most 20 { "from": number, "severity": word }' })
    return []
  }
  const bands: Band[] = []
  for (const [index, item] of value.entries()) {
    const from = own(item, 'from')
    const severity = own(item, 'severity')
    if (typeof from !== 'number' || !Number.isFinite(from)) {
      problems.push({ at: `${at}/${index}/from`, message: 'is a number' })
    } else if (!isSeverity(severity)) {
      problems.push({ at: `${at}/${index}/severity`, message: SEVERITY_EXPECTED })
    } else if (bands.length > 0 && from <= bands.at(-1)!.from) {
      problems.push({ at: `${at}/${index}/from`, message: 'must be greater than the one before' })
    } else bands.push({ from, severity })
  }
  return bands
}

function escapeToken(token: string): string {
  return token.slice(0, 200).replaceAll('~', '~0').replaceAll('/', '~1')
}

const SEVERITY_EXPECTED = 'is one of low, medium, high, critical, unknown'

const MAPPED_FIELDS = [
  'title',
  'description',
  'severity',
  'source_system',
  'external_id',
  'occurred_at',
  'affected_systems',
] as const

export type MappedField = (typeof MAPPED_FIELDS)[number]

type Pointer = { text: string; tokens: string[] }

type FieldMapping = {
  pointers: Pointer[]
  default: unknown
  map: Map<string, Severity>
  bands: Band[]
}

/** A checked mapping. The JSON that it was parsed from is stored. */
export type Mapping = ReadonlyMap<MappedField, FieldMapping>

type MappingProblem = { at: string; message: string }

type ParsedMapping = { ok: true; mapping: Mapping } | { ok: false; problems: MappingProblem[] }
