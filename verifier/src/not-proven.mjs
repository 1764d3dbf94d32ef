import { MORE } from './replay/state/states.mjs'

/** @import { Manifest } from './manifest/manifest.mjs' */
/** @import { Package } from './package.mjs' */
/** @import { Replay } from './replay/replay.mjs' */
/** @import { Demands } from './run.mjs' */

/**
 * Lists what a verified package does not prove, each with a remedy.
 *
 * @param {Package} target
 * @param {Replay | undefined} replay
 * @param {Pick<Demands, 'cosigned' | 'organization' | 'tsa'>} asked
 * @param {Iterable<string>} pinned kids that are trusted by themselves, not as a part of the published key set
 * @returns {string[]}
 */
export function notProven(target, replay, { cosigned, organization: asked, tsa = [] }, pinned) {
  const { log, organization, type, signed_at } = /** @type {Manifest} */ (target.manifest)
  const root = Buffer.from(target.checkpoint?.root ?? '', 'latin1').toString('base64')
  const lines = []
  if (type === 'incident-support')
    lines.push('that no other entry concerns the incident: ask for a package of the whole log')
  else {
    lines.push(...leftOut(target, replay), ...edges(target))
    if (replay?.limit !== undefined) lines.push(`what step 9 checks: ${replay.limit}`)
    else if (!replay?.isWhole)
      lines.push(
        `what decisions and permissions before leaf ${log.first_index} are based on: give the packages of those entries with --previous`,
      )
  }
  for (const what of replay?.leftOut ?? []) lines.push(`${what}: there is too much of it to compare; ${MORE}`)
  lines.push(...revoked(target, pinned))
  if (asked === undefined)
    lines.push(
      `that ${organization.id} is the organization that you mean: one key signs for all organizations of an installation, and two may have one name. Get the id from elsewhere, and give it with --org`,
    )
  lines.push(
    `what happened after ${signed_at}: ask for a newer package and give this one with --previous`,
    cosigned?.witnesses.length
      ? `that others are shown the same log, if ${cosigned.quorum} of the witnesses are not honest`
      : `that others are shown the same log (a split view): give the keys of witnesses with --witness, or compare size ${log.tree_size} and root ${root} with them`,
    tsa.length === 0
      ? 'that times are right, and that what was reported was true'
      : 'that times within the log are right (the checkpoint is not newer than its time-stamp), and that what was reported was true',
  )
  return lines
}

/**
 * Lists the given keys that the package's key set has as revoked. An attacker who stole such a key can sign a rotation to another
 * key.
 *
 * @param {Package} target
 * @param {Iterable<string>} pinned
 */
function revoked({ keys }, pinned) {
  return [...pinned].flatMap((kid) => {
    const { status, validUntil } = keys?.get(kid) ?? {}
    if (status !== 'revoked') return []
    return [
      `that the key ${kid} that was given can still be trusted: the package lists it as revoked since ${validUntil}. Get the id of the current key from elsewhere, or give the published key set with --keys`,
    ]
  })
}

/**
 * Lists the leaves of the log that the period leaves out. Leaves before it that were replayed are in earlier packages.
 *
 * @param {Package} target
 * @param {Replay | undefined} replay
 */
function leftOut({ manifest }, replay) {
  const { log, period } = /** @type {Manifest} */ (manifest)
  const first = log.first_index ?? 0
  const end = first + log.entries
  const missing = [
    { when: `before ${period.from}`, from: 0, to: replay?.isWhole ? 0 : first },
    { when: `from ${period.to} on`, from: end, to: log.tree_size },
  ]
  return missing
    .filter(({ from, to }) => from < to)
    .map(
      ({ when, from, to }) =>
        `what happened ${when}: the period leaves out ${to - from === 1 ? `leaf ${from}` : `leaves ${from} to ${to - 1}`} of the log. Ask for a package of the whole log`,
    )
}

/**
 * Lists what is not proven at the ends of the period. A package with the entries beside its range proves that these are outside
 * the period.
 *
 * @param {Package} target
 */
function edges({ manifest, neighbours: { before, after } = {} }) {
  const { log, period } = /** @type {Manifest} */ (manifest)
  const { first_index: first, entries, tree_size } = log
  const lines = []
  if (before)
    lines.push(
      `that no clock was set back before leaf ${before.index} of ${before.at}, which is proven to be outside the period: see the package before`,
    )
  else if (period.from !== null && first !== 0)
    lines.push(
      `that leaf ${(first ?? 1) - 1} and those before it are from before the period: see the package before`,
    )
  const end = (first ?? 0) + entries
  if (after)
    lines.push(
      `that no clock was set back after leaf ${after.index} of ${after.at}, which is proven to be outside the period: see the package after`,
    )
  else if (period.to !== null && end !== tree_size)
    lines.push(`that leaf ${end} and those after it are from after the period: see the package after`)
  return lines
}
