import { sha256 } from '../../../kernel/crypto/digest.ts'
import { leafHash, nodeHash } from '../../../kernel/crypto/merkle.ts'

/**
 * RFC 6962 section 2.1 word for word, for tests of the faster code: recursive, over a list of all leaves. Ranges
 * are [start, end) of {@link leaves}.
 */
export const MAX_SIZE = 300
export const leaves = Array.from({ length: MAX_SIZE }, (_, index) => leafHash(`leaf ${index}`))

/** Section 2.1, MTH(D[n]). */
export function definedRoot(start: number, end: number): Buffer {
  const key = `${start}-${end}`
  let root = memo.get(key)
  if (!root) {
    const n = end - start
    const k = split(n)
    if (n === 0) root = sha256('')
    else if (n === 1) root = leaves[start]!
    else root = nodeHash(definedRoot(start, start + k), definedRoot(start + k, end))
    memo.set(key, root)
  }
  return root
}

/** Section 2.1.1, PATH(m, D[n]). */
export function definedPath(m: number, start: number, end: number): Buffer[] {
  const n = end - start
  if (n === 1) return []
  const k = split(n)
  return m < k
    ? [...definedPath(m, start, start + k), definedRoot(start + k, end)]
    : [...definedPath(m - k, start + k, end), definedRoot(start, start + k)]
}

/** The hashes of PATH(m, D[n]) on one side of the leaf, bottom up. */
export function definedSiblings(m: number, n: number, side: 'left' | 'right', start = 0): Buffer[] {
  if (n === 1) return []
  const k = split(n)
  const [below, sibling] =
    m < k
      ? [definedSiblings(m, k, side, start), side === 'right' ? [definedRoot(start + k, start + n)] : []]
      : [
          definedSiblings(m - k, n - k, side, start + k),
          side === 'left' ? [definedRoot(start, start + k)] : [],
        ]
  return [...below, ...sibling]
}

/** Section 2.1.2, PROOF(m, D[n]) = SUBPROOF(m, D[n], true). */
export function definedConsistency(m: number, start: number, end: number, whole = true): Buffer[] {
  const n = end - start
  if (m === n) return whole ? [] : [definedRoot(start, end)]
  const k = split(n)
  return m <= k
    ? [...definedConsistency(m, start, start + k, whole), definedRoot(start + k, end)]
    : [...definedConsistency(m - k, start + k, end, false), definedRoot(start, start + k)]
}

/** The largest power of two smaller than n. */
function split(n: number): number {
  let k = 1
  while (k * 2 < n) k *= 2
  return k
}

const memo = new Map<string, Buffer>()
