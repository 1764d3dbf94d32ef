import { Failure } from '../report/failure.mjs'

/** @import { Manifest } from '../manifest/manifest.mjs' */

/**
 * Checks that the range of leaves matches the period (docs/evidence-package.md section 4), as far as a package shows it. At an
 * open side of the period, the range reaches that end of the log. At a closed side, the range ends with an entry of the period.
 *
 * @param {Manifest} manifest
 * @param {string} firstAt time of the first entry
 * @param {string} lastAt
 */
export function assertPeriod({ log, period: { from, to } }, firstAt, lastAt) {
  const bad = (/** @type {string} */ detail) =>
    new Failure('period_mismatch', detail, { file: 'manifest.json' })
  if (from !== null && to !== null && from >= to) throw bad(`it is from ${from} to ${to}`)
  // The single leaves of an incident have no range.
  if (log.first_index === null) {
    if (from !== null || to !== null) throw bad('an incident support package has none')
    return
  }
  const end = log.first_index + log.entries
  if (from === null && log.first_index !== 0)
    throw bad(`it has no beginning, the first leaf is ${log.first_index}`)
  if (to === null && end !== log.tree_size)
    throw bad(`it has no end, the last leaf is ${end - 1} of ${log.tree_size}`)
  if (from !== null && firstAt < from) throw bad(`it begins at ${from}, the first entry is of ${firstAt}`)
  if (to !== null && lastAt >= to) throw bad(`it ends at ${to}, the last entry is of ${lastAt}`)
}
