import { hasShape, is, isObject } from '../json/json.mjs'
import { memberOf, parseFile } from '../json/value.mjs'
import { Failure, LaterVersion } from '../report/failure.mjs'
import { assertTables, csvName } from './tables.mjs'

const MANIFEST = 'manifest.json'
const MAX_LINES = 100_000
/** The most types. The sequences of all types are open at the same time. */
const MAX_TYPES = 128
const MAX_BYTES = 64 * 1024 * 1024

/**
 * In every package that Attestry makes, two consecutive parts of a type together have more than 16 MiB or 100,000 lines. Each
 * part costs the start of an inflation, so a package with thousands of short parts is refused.
 */
const PART_BYTES = 4 * 1024 * 1024
const PART_LINES = 25_000
const SPARE_PARTS = 4

/** The latest format version. */
const LATEST = 3

const SHAPE = {
  counts: is.object,
  format_version: is.only(1, 2, LATEST),
  generator: is.text,
  incident_id: is.orNull(is.uuid),
  kid: is.hash,
  log: is.object,
  organization: is.object,
  package_id: is.uuid,
  parts: is.array,
  period: is.object,
  signed_at: is.time,
  type: is.only('evidence', 'incident-support'),
}
const { counts, ...AFTER_COUNTS } = SHAPE
/** Since format version 2. */
const SHAPE_2 = { counts, exported_at: is.time, ...AFTER_COUNTS }
/** Since format version 3. */
const SHAPE_3 = { counts, csv: is.array, exported_at: is.time, ...AFTER_COUNTS }
const SHAPES = /** @type {const} */ ({ 1: SHAPE, 2: SHAPE_2, 3: SHAPE_3 })
const LOG = {
  entries: is.positive,
  first_index: is.orNull(is.count),
  origin: is.text,
  tree_size: is.positive,
}
const ORGANIZATION = { id: is.uuid, name: is.text }
const PERIOD = { from: is.orNull(is.time), to: is.orNull(is.time) }
const PART = {
  bytes: (/** @type {unknown} */ v) => is.positive(v) && /** @type {number} */ (v) <= MAX_BYTES,
  file: is.text,
  lines: (/** @type {unknown} */ v) => is.positive(v) && /** @type {number} */ (v) <= MAX_LINES,
  type: is.type,
}

/** @param {unknown} value */
function isPart(value) {
  return hasShape(value, PART)
}

/**
 * Reads manifest.json (docs/evidence-package.md section 4), whose signed hash has been verified.
 *
 * @param {Buffer | undefined} bytes
 * @returns {Manifest}
 */
export function readManifest(bytes) {
  // The version is read first, because the other members may have other shapes in a later version.
  const version = bytes && memberOf(bytes, 'format_version')
  if (version !== undefined && !SHAPE.format_version(version)) {
    const Refused = Number.isSafeInteger(version) && Number(version) > LATEST ? LaterVersion : Failure
    throw new Refused('manifest_version', `it is ${JSON.stringify(version)}`, { file: MANIFEST })
  }
  const value = bytes && parseFile(bytes, { parts: isPart })
  const manifest = /** @type {Manifest} */ (value)
  const sound =
    hasShape(value, SHAPES[manifest?.format_version] ?? SHAPE) &&
    hasShape(manifest.log, LOG) &&
    hasShape(manifest.organization, ORGANIZATION) &&
    hasShape(manifest.period, PERIOD) &&
    manifest.parts.every(isPart) &&
    Object.values(manifest.counts).every(is.positive)
  if (!sound)
    throw new Failure('manifest_form', 'not the manifest of its format version in canonical form', {
      file: MANIFEST,
    })
  if (Object.keys(manifest.counts).length > MAX_TYPES)
    throw new Failure('manifest_form', `more than ${MAX_TYPES} types`, { file: MANIFEST })
  const support = manifest.type === 'incident-support'
  if (support !== (manifest.incident_id !== null) || support !== (manifest.log.first_index === null)) {
    throw new Failure('manifest_form', 'type, incident_id and first_index do not fit together', {
      file: MANIFEST,
    })
  }
  return manifest
}

/**
 * Compares the manifest with the package: key, file list, part numbers and counts.
 *
 * @param {Manifest} manifest
 * @param {{ kid: string, kids: Iterable<string>, rotations: string[], names: string[] }} found names in order
 */
export function checkManifest(manifest, { kid, kids, rotations, names }) {
  if (manifest.kid !== kid)
    throw new Failure('manifest_kid', `${manifest.kid}, signed by ${kid}`, { file: MANIFEST })
  const { log, parts, counts } = manifest
  if (log.origin !== `attestry/${manifest.organization.id}`) {
    throw new Failure('manifest_form', 'the origin of the log is not that of the organization', {
      file: MANIFEST,
    })
  }
  const expected = [
    'SHA256SUMS',
    'SHA256SUMS.sig',
    'VERIFICATION.md',
    ...(manifest.csv ?? []).map(csvName),
    ...parts.map((part) => part.file),
    ...[...kids].map((id) => `keys/${id}.pem`),
    'keys/keyset.json',
    ...rotations,
    'log/checkpoint',
    'log/consistency.json',
    ...(manifest.format_version > 1 ? stampNames(names) : []),
    ...(hasNeighbours(manifest) ? ['log/neighbours.json'] : []),
    manifest.type === 'evidence' ? 'log/range-proof.json' : 'log/inclusion-proofs.json',
    'manifest.json',
    'verify.mjs',
  ].sort()
  const present = [...names].sort()
  const at = expected.findIndex((name, i) => name !== present[i])
  if (at !== -1 || expected.length !== present.length) {
    const [want, have] = at === -1 ? ['nothing more', present[expected.length]] : [expected[at], present[at]]
    throw new Failure('manifest_files', `${want} is expected, ${have ?? 'nothing more'} is there`, {
      file: MANIFEST,
    })
  }
  checkParts(parts, counts, log.entries)
  assertTables(manifest)
}

/**
 * Returns the names that the time-stamps of the package must have, numbered from 01. A package may have none.
 *
 * @param {string[]} names
 */
export function stampNames(names) {
  const found = names.filter((name) => /^log\/timestamps\/\d\d\.tst$/.test(name))
  return found.map((_, i) => `log/timestamps/${String(i + 1).padStart(2, '0')}.tst`)
}

/**
 * Whether the package covers only a part of the log, and so has the entries beside its range.
 *
 * @param {Manifest} manifest
 */
function hasNeighbours({ format_version: version, log }) {
  return version > 1 && log.first_index !== null && log.entries < log.tree_size
}

/**
 * @param {Part[]} parts
 * @param {Record<string, number>} counts
 * @param {number} entries
 */
function checkParts(parts, counts, entries) {
  /** @type {Record<string, number>} */
  const lines = {}
  let type = ''
  let number = 0
  let bytes = 0
  for (const part of parts) {
    if (part.type < type)
      throw new Failure('manifest_files', 'the parts are not in order', { file: part.file })
    number = part.type === type ? number + 1 : 1
    bytes = part.type === type ? bytes + part.bytes : part.bytes
    type = part.type
    const name = `data/${type}-${String(number).padStart(6, '0')}.jsonl.gz`
    if (part.file !== name)
      throw new Failure('manifest_files', `the next part is ${name}`, { file: part.file })
    lines[type] = (lines[type] ?? 0) + part.lines
    if (number > SPARE_PARTS + bytes / PART_BYTES + (lines[type] ?? 0) / PART_LINES)
      throw new Failure('manifest_files', `${number} parts of ${lines[type]} lines`, { file: part.file })
  }
  const types = Object.keys(counts)
  const agree = types.length === Object.keys(lines).length && types.every((t) => counts[t] === lines[t])
  if (!agree || counts.audit !== entries)
    throw new Failure('manifest_counts', 'counts, parts and log differ', { file: MANIFEST })
}

/**
 * Reads a file of the package that is an object in canonical form. Throws a Failure for any other file.
 *
 * @param {Buffer | undefined} bytes
 * @param {string} file
 * @param {Record<string, (value: any) => boolean>} shape
 * @param {Record<string, (value: unknown) => boolean>} [lists] members that may be long lists, and the shape of an item
 */
export function readProof(bytes, file, shape, lists) {
  const value = bytes && parseFile(bytes, lists)
  if (!isObject(value) || !hasShape(value, shape))
    throw new Failure('proof_form', 'not a proof file in canonical form', { file })
  return value
}

/**
 * @typedef {{ bytes: number, file: string, lines: number, type: string }} Part
 * @typedef {{
 *   counts: Record<string, number>, csv?: string[], exported_at?: string, format_version: 1 | 2 | 3, generator: string, incident_id: string | null, kid: string,
 *   log: { entries: number, first_index: number | null, origin: string, tree_size: number },
 *   organization: { id: string, name: string }, package_id: string, parts: Part[],
 *   period: { from: string | null, to: string | null }, signed_at: string, type: 'evidence' | 'incident-support'
 * }} Manifest
 */
