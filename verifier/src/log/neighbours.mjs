import { fromHex, sha256 } from '../hashes/hash.mjs'
import { rootFromInclusion } from '../hashes/merkle.mjs'
import { hasShape, is } from '../json/json.mjs'
import { parseObject } from '../json/value.mjs'
import { readProof } from '../manifest/manifest.mjs'
import { Failure } from '../report/failure.mjs'
import { ENTRY, RECEIPT } from './log.mjs'

/** @import { Checkpoint } from './checkpoint.mjs' */
/** @import { AuditEntry } from './log.mjs' */
/** @import { Manifest } from '../manifest/manifest.mjs' */

const NEIGHBOURS = 'log/neighbours.json'
const NEIGHBOUR = { entry: is.text, hashes: is.hashes }
const LEAF = Buffer.from([0])

/**
 * Reads the entries beside the range of a package. They MUST be in the log, and their times MUST NOT be in the period of the
 * package (docs/evidence-package.md section 7). A package of the whole log has no such entries, and a package of format version 1
 * never has them.
 *
 * @param {Buffer | undefined} bytes
 * @param {Manifest} manifest
 * @param {Checkpoint} checkpoint
 * @returns {Neighbours}
 */
export function readNeighbours(bytes, { log, organization, period }, checkpoint) {
  if (bytes === undefined || log.first_index === null) return {}
  const shape = {
    after: is.orNull(isNeighbour),
    before: is.orNull(isNeighbour),
    tree_size: is.only(log.tree_size),
  }
  const value = readProof(bytes, NEIGHBOURS, shape)
  const end = log.first_index + log.entries
  const { before, after } = /** @type {{ before: Proven | null, after: Proven | null }} */ (value)
  if ((before === null) !== (log.first_index === 0) || (after === null) !== (end === log.tree_size))
    throw new Failure('proof_form', 'not the leaves next to the range', { file: NEIGHBOURS })
  /** @type {Neighbours} */
  const found = {}
  if (before) found.before = { index: log.first_index - 1, at: proven(before, log.first_index - 1).at }
  if (after) found.after = { index: end, at: proven(after, end).at }
  for (const { index, at } of Object.values(found))
    if ((period.from === null || at >= period.from) && (period.to === null || at < period.to))
      throw new Failure('period_mismatch', `leaf ${index} of ${at} is left out`, { file: NEIGHBOURS, index })
  return found

  /**
   * @param {Proven} neighbour
   * @param {number} index
   */
  function proven({ entry: text, hashes }, index) {
    const at = { file: NEIGHBOURS, index }
    const leaf = sha256(Buffer.concat([LEAF, Buffer.from(text)]), 'latin1')
    if (rootFromInclusion(leaf, index, log.tree_size, hashes.map(fromHex)) !== checkpoint.root)
      throw new Failure('inclusion_mismatch', `leaf ${index} of ${log.tree_size}`, at)
    const entry = /** @type {AuditEntry} */ (parseObject(text))
    if (!hasShape(entry, ENTRY) || !entry.receipts.every((receipt) => hasShape(receipt, RECEIPT)))
      throw new Failure('entry_form', 'not an audit entry in canonical form', at)
    if (entry.organization_id !== organization.id)
      throw new Failure('entry_organization', 'of another organization', at)
    return entry
  }
}

/** @param {unknown} value */
function isNeighbour(value) {
  return hasShape(value, NEIGHBOUR)
}

/**
 * @typedef {{ entry: string, hashes: string[] }} Proven
 * @typedef {{ before?: Neighbour, after?: Neighbour }} Neighbours
 * @typedef {{ index: number, at: string }} Neighbour
 */
