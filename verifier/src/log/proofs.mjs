import { fromHex } from '../hashes/hash.mjs'
import { bitsSet, consistent, rootFromInclusion, rootFromRange, Tree } from '../hashes/merkle.mjs'
import { hasShape, is } from '../json/json.mjs'
import { readProof } from '../manifest/manifest.mjs'
import { Failure } from '../report/failure.mjs'

/** @import { Checkpoint } from './checkpoint.mjs' */
/** @import { Manifest } from '../manifest/manifest.mjs' */

const RANGE = 'log/range-proof.json'
const INCLUSION = 'log/inclusion-proofs.json'
const CONSISTENCY = 'log/consistency.json'

/**
 * Proves the entries of an evidence package. `append` takes every leaf in order, then `finish` compares the root.
 *
 * @param {Buffer | undefined} bytes
 * @param {Manifest['log']} log
 * @param {readonly number[]} [watch] the sizes at which the root is stored, if the range passes them
 * @returns {EntryProof}
 */
export function rangeProof(bytes, log, watch = []) {
  const shape = {
    entries: is.count,
    first_index: is.count,
    left: is.hashes,
    right: is.hashes,
    tree_size: is.count,
  }
  const value = readProof(bytes, RANGE, shape)
  const proof =
    /** @type {{ entries: number, first_index: number, left: string[], right: string[], tree_size: number }} */ (
      value
    )
  const { first_index: first, entries, tree_size } = proof
  if (first !== log.first_index || entries !== log.entries || tree_size !== log.tree_size) {
    throw new Failure('proof_form', 'it is of a range other than the manifest states', { file: RANGE })
  }
  if (first + entries > tree_size || proof.left.length !== bitsSet(first)) {
    throw new Failure('proof_form', 'the number of hashes does not fit the range', { file: RANGE })
  }
  const tree = new Tree(first, proof.left.map(fromHex))
  const sizes = new Set(watch)
  /** @type {Map<number, string>} */
  const watched = new Map(sizes.has(first) ? [[first, tree.root()]] : [])
  return {
    indexOf: (line) => first + line,
    append(leaf) {
      tree.append(leaf)
      if (sizes.has(tree.size)) watched.set(tree.size, tree.root())
    },
    watched,
    finish(root) {
      if (rootFromRange(tree, tree_size, proof.right.map(fromHex)) !== root) {
        throw new Failure('root_mismatch', `leaves ${first} to ${first + entries - 1} of ${tree_size}`, {
          file: RANGE,
          index: first,
        })
      }
    },
  }
}

/**
 * Proves the entries of an incident support package, one by one.
 *
 * @param {Buffer | undefined} bytes
 * @param {Manifest['log']} log
 * @param {string} root
 * @returns {EntryProof}
 */
export function inclusionProofs(bytes, log, root) {
  const value = readProof(
    bytes,
    INCLUSION,
    { entries: is.array, tree_size: is.count },
    { entries: isInclusion },
  )
  const proofs = /** @type {{ hashes: string[], index: number }[]} */ (value.entries)
  const sound =
    value.tree_size === log.tree_size &&
    proofs.length === log.entries &&
    proofs.every((p, i) => isInclusion(p) && p.index > (proofs[i - 1]?.index ?? -1))
  if (!sound) throw new Failure('proof_form', 'not one proof for each entry, by index', { file: INCLUSION })
  let line = 0
  return {
    indexOf: (n) => proofs[n]?.index ?? 0,
    append(leaf) {
      const proof = proofs[line++]
      if (!proof) throw new Failure('proof_form', 'there are more entries than proofs', { file: INCLUSION })
      const { index, hashes } = proof
      if (rootFromInclusion(leaf, index, log.tree_size, hashes.map(fromHex)) !== root) {
        throw new Failure('inclusion_mismatch', `leaf ${index} of ${log.tree_size}`, {
          file: INCLUSION,
          index,
        })
      }
    },
    watched: new Map(),
    finish() {},
  }
}

/**
 * Checks every consistency proof of the package against its checkpoint.
 *
 * @param {Buffer | undefined} bytes
 * @param {Checkpoint} checkpoint
 * @returns {Map<number, string>} the proven earlier roots by size
 */
export function earlierRoots(bytes, checkpoint) {
  const value = readProof(
    bytes,
    CONSISTENCY,
    { proofs: is.array, tree_size: is.only(checkpoint.size) },
    { proofs: isConsistency },
  )
  /** @type {Map<number, string>} */
  const roots = new Map()
  let previous = 0
  for (const proof of /** @type {{ hashes: string[], root: string, tree_size: number }[]} */ (value.proofs)) {
    if (!isConsistency(proof) || proof.tree_size <= previous || proof.tree_size > checkpoint.size) {
      throw new Failure('proof_form', 'not one proof for each size, ascending', { file: CONSISTENCY })
    }
    const { tree_size: size, root, hashes } = proof
    if (!consistent(size, fromHex(root), checkpoint.size, checkpoint.root, hashes.map(fromHex))) {
      throw new Failure('consistency_mismatch', `from size ${size} to ${checkpoint.size}`, {
        file: CONSISTENCY,
        index: size,
      })
    }
    roots.set(size, fromHex(root))
    previous = size
  }
  return roots
}

/** @param {unknown} value */
function isInclusion(value) {
  return hasShape(value, { hashes: is.hashes, index: is.count })
}

/** @param {unknown} value */
function isConsistency(value) {
  return hasShape(value, { hashes: is.hashes, root: is.hash, tree_size: is.positive })
}

/**
 * @typedef {{
 *   indexOf(line: number): number,
 *   append(leaf: string): void,
 *   watched: Map<number, string>,
 *   finish(root: string): void
 * }} EntryProof
 */
