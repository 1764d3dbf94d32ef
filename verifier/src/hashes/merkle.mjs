import { sha256 } from './hash.mjs'

// RFC 6962 section 2.1, RFC 9162 section 2.1. Hashes are byte strings (hash.mjs).

/** Hashes inner nodes in one reused buffer. */
class NodeHasher {
  #node = Buffer.alloc(65, 1)

  /**
   * SHA-256(0x01 ‖ left ‖ right)
   *
   * @param {string} left
   * @param {string} right
   */
  hash(left, right) {
    this.#node.write(left + right, 1, 'latin1')
    return sha256(this.#node, 'latin1')
  }
}

/** A tree that grows leaf by leaf and keeps only the roots of its perfect subtrees, from left to right. */
export class Tree {
  #nodes = new NodeHasher()

  /** @param {number} [size] @param {string[]} [subtrees] one for each bit set in size, largest first */
  constructor(size = 0, subtrees = []) {
    this.size = size
    this.subtrees = [...subtrees]
  }

  /** @param {string} leaf a leaf hash */
  append(leaf) {
    let hash = leaf
    let size = this.size++
    while (size % 2 === 1) {
      hash = this.#nodes.hash(/** @type {string} */ (this.subtrees.pop()), hash)
      size = (size - 1) / 2
    }
    this.subtrees.push(hash)
  }

  /** Returns the root of the tree. */
  root() {
    return this.subtrees.length === 0
      ? sha256('', 'latin1')
      : this.subtrees.reduceRight((right, left) => this.#nodes.hash(left, right))
  }
}

/** @param {number} size */
export function bitsSet(size) {
  return size.toString(2).replaceAll('0', '').length
}

/**
 * Returns the side of each sibling on the path from leaf `index` to the root of a tree of `size` leaves, from the bottom up. This
 * is RFC 9162 section 2.1.3.2 as a loop over levels. `index` may be that of the last leaf.
 *
 * @param {number} index
 * @param {number} size
 * @returns {('left' | 'right')[]}
 */
function path(index, size) {
  /** @type {('left' | 'right')[]} */
  const sides = []
  for (let at = index, last = size - 1; last > 0; at = Math.floor(at / 2), last = Math.floor(last / 2)) {
    if (at % 2 === 1) sides.push('left')
    else if (at < last) sides.push('right')
  }
  return sides
}

/**
 * Returns the root that an inclusion proof gives. Returns null where the proof does not have the length that index and size
 * require.
 *
 * @param {string} leaf
 * @param {number} index
 * @param {number} size
 * @param {string[]} hashes bottom up
 */
export function rootFromInclusion(leaf, index, size, hashes) {
  const nodes = new NodeHasher()
  const sides = path(index, size)
  if (index >= size || sides.length !== hashes.length) return null
  return sides.reduce((hash, side, i) => {
    const sibling = /** @type {string} */ (hashes[i])
    return side === 'left' ? nodes.hash(sibling, hash) : nodes.hash(hash, sibling)
  }, leaf)
}

/**
 * Returns the root of the tree of `size` leaves, from the tree over its first leaves and the right siblings of their last one.
 * Returns null where the number of siblings does not match the sizes.
 *
 * @param {Tree} first at least one leaf
 * @param {number} size
 * @param {string[]} right bottom up
 */
export function rootFromRange(first, size, right) {
  const sides = path(first.size - 1, size)
  if (first.size > size || sides.filter((side) => side === 'right').length !== right.length) return null
  const nodes = new NodeHasher()
  const subtrees = [...first.subtrees]
  // In a tree of this size, the lowest subtree ends with its last leaf. The walk starts at this subtree and not at the leaf.
  let low = 0
  for (let n = first.size; n % 2 === 0; n /= 2) low++
  let hash = /** @type {string} */ (subtrees.pop())
  let used = 0
  for (const side of sides.slice(low)) {
    hash =
      side === 'left'
        ? nodes.hash(/** @type {string} */ (subtrees.pop()), hash)
        : nodes.hash(hash, /** @type {string} */ (right[used++]))
  }
  return hash
}

/**
 * Whether a consistency proof holds (RFC 9162 section 2.1.4.2). A proof from size 0 proves nothing.
 *
 * @param {number} oldSize
 * @param {string} oldRoot
 * @param {number} size
 * @param {string} root
 * @param {string[]} hashes
 */
export function consistent(oldSize, oldRoot, size, root, hashes) {
  if (oldSize < 1 || oldSize > size) return false
  if (oldSize === size) return hashes.length === 0 && oldRoot === root
  const proof = Number.isInteger(Math.log2(oldSize)) ? [oldRoot, ...hashes] : hashes
  let at = oldSize - 1
  let last = size - 1
  for (; at % 2 === 1; at = (at - 1) / 2) last = Math.floor(last / 2)
  const [start, ...rest] = proof
  if (start === undefined) return false
  const nodes = new NodeHasher()
  let oldHash = start
  let hash = start
  for (const sibling of rest) {
    if (last === 0) return false
    if (at % 2 === 1 || at === last) {
      oldHash = nodes.hash(sibling, oldHash)
      hash = nodes.hash(sibling, hash)
      for (; at % 2 === 0 && at !== 0; at /= 2) last = Math.floor(last / 2)
    } else hash = nodes.hash(hash, sibling)
    at = Math.floor(at / 2)
    last = Math.floor(last / 2)
  }
  return last === 0 && oldHash === oldRoot && hash === root
}
