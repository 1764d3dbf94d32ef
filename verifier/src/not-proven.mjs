/** @import { Manifest } from './manifest.mjs' */
/** @import { Package } from './package.mjs' */
/** @import { Replay } from './replay.mjs' */
/** @import { Demands } from './run.mjs' */

/**
 * What a package that verifies cannot prove, and what to do about it.
 *
 * @param {Package} target
 * @param {Replay | undefined} replay
 * @param {Demands['cosigned']} cosigned
 * @returns {string[]}
 */
export function notProven(target, replay, cosigned) {
  const { log, type, period, signed_at } = /** @type {Manifest} */ (target.manifest)
  const root = Buffer.from(target.checkpoint?.root ?? '', 'latin1').toString('base64')
  const lines = []
  if (type === 'incident-support')
    lines.push('that no other entry concerns the incident: ask for a package of the whole log')
  else {
    const end = log.first_index === null ? 0 : log.first_index + log.entries
    if (period.from !== null)
      lines.push(
        `that leaf ${(log.first_index ?? 1) - 1} and those before it are of before the period: see the package before`,
      )
    if (period.to !== null)
      lines.push(`that leaf ${end} and those after it are of after the period: see the package after`)
    if (replay?.limit !== undefined) lines.push(`what step 9 checks: ${replay.limit}`)
    else if (!replay?.isWhole)
      lines.push(
        `what decisions and permissions rest on before leaf ${log.first_index}: give the package of that with --previous`,
      )
  }
  for (const name of replay?.uncompared ?? [])
    lines.push(`that all ids of ${name} differ: there are too many to compare`)
  lines.push(
    `what happened after ${signed_at}: ask for a newer package and give this one with --previous`,
    cosigned?.witnesses.length
      ? `that others are shown the same log, if ${cosigned.quorum} of the witnesses are not honest`
      : `that others are shown the same log (a split view): give the keys of witnesses with --witness, or compare size ${log.tree_size} and root ${root} with them`,
    'that times are right, and that what was reported was true',
  )
  return lines
}
