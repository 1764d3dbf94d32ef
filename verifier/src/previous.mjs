import { assertWindow } from './keys/keys.mjs'
import { Replay } from './replay/replay.mjs'
import { Failure } from './report/failure.mjs'
import { assertLeft, assertReached, formerKids, trustedKids } from './signature/rotations.mjs'

/** @import { Lines } from './container/lines.mjs' */
/** @import { Manifest } from './manifest/manifest.mjs' */
/** @import { Package } from './package.mjs' */
/** @import { Run } from './run.mjs' */

/**
 * Verifies older packages up to their logs, for the comparison with the newer package.
 *
 * @param {Package[]} older in any order, in which this function sorts them: by their first leaves, then by the sizes of their logs
 * @param {Run} run whose package passed the steps before the log
 * @param {number | null} next the first leaf of that package
 * @returns {Promise<{ replay: Replay | undefined, why: string | undefined, broken: string[] }>} `replay`: of their logs, where
 *   the first one begins at leaf 0 and each continues the one before without a gap; `why` it is undefined, where packages are
 *   given; `broken`: the packages whose records or decisions are not what their logs say
 */
export async function openPrevious(older, run, next) {
  for (const one of older) await named(one, () => open(one, run))
  older.sort((a, b) => orderOf(a) - orderOf(b) || sizeOf(a) - sizeOf(b))
  const firsts = [...older.map(firstOf), next]
  let replay = firsts[0] === 0 && next !== null && next > 0 ? new Replay(0, run.options) : undefined
  let why =
    replay || !next || older.length === 0 ? undefined : 'the first --previous does not begin at leaf 0'
  const broken = []
  for (const [i, one] of older.entries()) {
    const isApart = firsts[i] === null
    const { records, decisions } = await named(one, async () => {
      const read = await one.data({ replay: isApart ? undefined : replay, watch: run.watch })
      if (read.log) throw read.log
      return read
    })
    const continues = firsts.slice(i + 1).find((first) => first !== null) ?? Number.POSITIVE_INFINITY
    const failed = records ?? decisions
    if (failed) broken.push(`${one.path} of --previous: ${failed.code}: ${failed.message}`)
    if (!replay || isApart || (!failed && continues <= replay.next)) continue
    why = failed
      ? broken.at(-1)
      : `--previous leaves out the entries from leaf ${replay.next} to ${continues - 1}`
    replay = undefined
  }
  return { replay, why, broken }
}

/** @param {Package} older */
const firstOf = ({ manifest }) => /** @type {Manifest} */ (manifest).log.first_index

/** An incident support package has no first leaf, and is the last. @param {Package} older */
const orderOf = (older) => firstOf(older) ?? Number.MAX_SAFE_INTEGER

/** @param {Package} older */
const sizeOf = ({ manifest }) => /** @type {Manifest} */ (manifest).log.tree_size

/**
 * Verifies an older package up to its manifest.
 *
 * @param {Package} previous
 * @param {Run} run
 */
function open(previous, run) {
  const { outside, options, target } = run
  const { allowClockSteps: allowsClockSteps } = options
  const before = outside && formerKeys(run, outside)
  previous.container()
  previous.signature(before && new Set([...outside, ...before.kids]))
  previous.files()
  previous.checkManifest()
  const { signed_at: signedAt } = /** @type {Manifest} */ (previous.manifest)
  if (before) assertSignerOf(previous, signedAt, { ...before, outside, keys: target.keys, allowsClockSteps })
}

/**
 * Names the older package where it fails.
 *
 * @template T
 * @param {Package} previous
 * @param {() => T | Promise<T>} check
 */
async function named(previous, check) {
  try {
    return await check()
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.exit !== 1) throw cause
    const inside = cause.at.file === undefined ? '' : ` (${cause.at.file})`
    throw new Failure('previous_rejected', `${cause.code}: ${cause.message}${inside}`, {
      file: previous.path,
    })
  }
}

/**
 * Checks that the signer of the older package is trusted: from outside, by rotations forwards from there, or as a former key. The
 * rotations of the older package MUST NOT lead from a former key to another key, which may be revoked or belong to an attacker
 * who has the former key.
 *
 * @param {Package} previous whose signature is right
 * @param {string} signedAt
 * @param {{ outside: Set<string>, former: ReturnType<typeof formerKids>, kids: Set<string>, keys: Package['keys'],
 *   allowsClockSteps: boolean | undefined }} trust
 */
function assertSignerOf(
  { key, rotations = [] },
  signedAt,
  { outside, former, kids, keys, allowsClockSteps },
) {
  const kid = key?.kid ?? ''
  const reached = trustedKids(outside, rotations)
  if (reached.has(kid)) return assertReached(kid, reached)
  const signer = keys?.get(kid)
  if (!signer || !kids.has(kid))
    throw new Failure(
      'signer_not_trusted',
      `no rotation leads to ${kid} that the newer package does not have as revoked`,
      {
        file: 'SHA256SUMS.sig',
      },
    )
  assertLeft(kid, former)
  assertWindow(signer, signedAt, allowsClockSteps)
}

/**
 * Returns the former keys of the installation: the keys before the signer of a trusted package, whose rotations both keys signed.
 * A key that the package or the published key set lacks, or has as revoked, is excluded, because an attacker who stole it can
 * sign an older package. Keys that are reached from outside need no rotation backwards.
 *
 * @param {Run} run
 * @param {Set<string>} outside trusted kids
 */
function formerKeys({ target, published }, outside) {
  const { key, keys, rotations = [] } = target
  const reached = trustedKids(outside, rotations)
  const former = formerKids(key?.kid ?? '', rotations)
  const isUsable = (/** @type {string} */ kid) =>
    [keys, published].every((set) => set === undefined || (set.get(kid)?.status ?? 'revoked') !== 'revoked')
  const kids = [...former.keys()].filter((kid) => !reached.has(kid) && isUsable(kid))
  return { former, kids: new Set(kids) }
}

/**
 * Proves that the log of the older package is the beginning of the log of the package, or reports where it is not. Both packages
 * MUST have been verified up to their logs. An attacker may have the key of an older package if the key is published as revoked
 * and trusted only by that publication. A difference then proves nothing against the newer package.
 *
 * @param {Package} older
 * @param {Run} run whose package's data was read watching the older size
 */
export async function assertExtended(older, { target, outside, published, report }) {
  try {
    return await compareLogs(older, target, outside)
  } catch (cause) {
    const key = report.trust === 'key_set' ? published?.get(older.key?.kid ?? '') : undefined
    if (!(cause instanceof Failure) || cause.exit !== 1 || key?.status !== 'revoked') throw cause
    const revoked = `key ${key.kid} is revoked since ${key.validUntil}, and whoever has it can have made this package`
    throw new Failure('previous_rejected', `${cause.code}: ${cause.message}; ${revoked}`, cause.at)
  }
}

/**
 * @param {Package} older
 * @param {Package} newer
 * @param {Set<string> | undefined} outside trusted kids
 */
async function compareLogs(older, newer, outside) {
  const [old, now] = [older.checkpoint, newer.checkpoint]
  if (!old || !now || !older.key || !newer.keys) throw new TypeError('both packages come first')
  if (old.origin !== now.origin || !isSameSigner(older, newer, outside)) {
    const unknown = ', a key that this package does not have: is --previous the newer of the two?'
    const signer = `signed by ${older.key.kid}${old.origin === now.origin ? unknown : ''}`
    throw new Failure('previous_unrelated', `${old.origin} ${signer}`, { file: older.path })
  }
  if (old.size > now.size) {
    if (isLater(older, newer) && older.earlier?.get(now.size) === now.root)
      throw new Failure(
        'previous_order',
        `it has ${old.size} entries and this one ${now.size}, and continues it: give the newer one as the package`,
        { file: older.path },
      )
    throw new Failure('history_rewritten', `it had ${old.size} entries, now ${now.size}`, {
      file: older.path,
      index: now.size,
    })
  }
  // Returns the root of this log at the older size, from a consistency proof or from the entries themselves.
  const root =
    newer.earlier?.get(old.size) ??
    newer.watched?.get(old.size) ??
    (old.size === now.size ? now.root : undefined)
  if (root === old.root) return `history extended from ${old.size} to ${now.size} entries`
  const index = await firstDifference(older, newer)
  if (index !== undefined)
    throw new Failure('history_rewritten', `leaf ${index} is the first that differs`, {
      file: older.path,
      index,
    })
  if (root === undefined)
    throw new Failure('history_unproven', `from ${old.size} to ${now.size} entries`, { file: older.path })
  const detail = `a leaf below ${old.size} differs; the two packages have no differing entry in common`
  throw new Failure('history_rewritten', detail, { file: older.path })
}

/**
 * @param {Package} one
 * @param {Package} other
 */
function isLater(one, other) {
  return (one.manifest?.signed_at ?? '') > (other.manifest?.signed_at ?? '')
}

/**
 * Whether the newer package has the older package's key. A package with very many rotations has only the newest ones, and may
 * lack that key. Then both packages MUST be signed by keys that are trusted from outside.
 *
 * @param {Package} older
 * @param {Package} newer
 * @param {Set<string> | undefined} outside
 */
function isSameSigner(older, newer, outside) {
  if (newer.keys?.has(older.key?.kid ?? '')) return true
  return outside !== undefined && newer.rotationFiles?.[0] !== FIRST && newer.rotationFiles?.length !== 0
}

const FIRST = 'keys/rotations/000001.json'

/**
 * Returns the lowest leaf index that both packages contain with different leaves.
 *
 * @param {Package} older
 * @param {Package} newer
 */
async function firstDifference(older, newer) {
  const [a, b] = [older, newer].map((p) => p.manifest?.log)
  if (typeof a?.first_index !== 'number' || typeof b?.first_index !== 'number') return undefined
  const start = Math.max(a.first_index, b.first_index)
  const end = Math.min(a.first_index + a.entries, b.first_index + b.entries)
  const [left, right] = [older.sequence('audit'), newer.sequence('audit')]
  try {
    for (let i = a.first_index; i < start; i++) await step(left)
    for (let i = b.first_index; i < start; i++) await step(right)
    for (let i = start; i < end; i++) {
      await step(left)
      await step(right)
      if (left.leafHash('hex') !== right.leafHash('hex')) return i
    }
    return undefined
  } finally {
    await left.close()
    await right.close()
  }
}

/** @param {Lines} lines */
async function step(lines) {
  return lines.next() || (await lines.more())
}
