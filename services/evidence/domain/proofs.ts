import { canonicalJson } from '../../kernel/json/canonical-json.ts'
import type { PackageFile } from './format.ts'

/** `log/range-proof.json` (docs/evidence-package.md section 7). */
export function rangeProofFile(proof: RangeProof): PackageFile {
  return file('log/range-proof.json', {
    entries: proof.entries,
    first_index: proof.firstIndex,
    left: proof.left.map(hex),
    right: proof.right.map(hex),
    tree_size: proof.treeSize,
  })
}

/** `log/inclusion-proofs.json`: one proof per entry of an incident support package, by index. */
export function inclusionProofsFile(treeSize: number, proofs: readonly InclusionProof[]): PackageFile {
  const entries = proofs.map(({ index, hashes }) => ({ hashes: hashes.map(hex), index }))
  return file('log/inclusion-proofs.json', { entries, tree_size: treeSize })
}

/** `log/neighbours.json`: the entries directly before and after a range, each with its inclusion proof. */
export function neighboursFile(
  treeSize: number,
  { before, after }: { before: Neighbour | null; after: Neighbour | null },
): PackageFile {
  const proven = (one: Neighbour | null) => one && { entry: one.entry, hashes: one.hashes.map(hex) }
  return file('log/neighbours.json', { after: proven(after), before: proven(before), tree_size: treeSize })
}

/** Limit of the sizes in `log/consistency.json`. The largest sizes are kept. */
export const MAX_CONSISTENCY_PROOFS = 4096

/** `log/consistency.json`: one proof per distinct size of an earlier package's checkpoint, ascending. */
export function consistencyFile(treeSize: number, proofs: readonly ConsistencyProof[]): PackageFile {
  const bySize = new Map(proofs.map((proof) => [proof.treeSize, proof]))
  const inOrder = [...bySize.values()].sort((a, b) => a.treeSize - b.treeSize).slice(-MAX_CONSISTENCY_PROOFS)
  return file('log/consistency.json', {
    proofs: inOrder.map((p) => ({ hashes: p.hashes.map(hex), root: hex(p.root), tree_size: p.treeSize })),
    tree_size: treeSize,
  })
}

function file(name: string, value: Parameters<typeof canonicalJson>[0]): PackageFile {
  return { name, bytes: Buffer.from(`${canonicalJson(value)}\n`) }
}

function hex(hash: Uint8Array): string {
  return Buffer.from(hash).toString('hex')
}

/** The proof that leaves [firstIndex, firstIndex + entries) are in the tree: the hashes left and right of them. */
type RangeProof = {
  firstIndex: number
  entries: number
  treeSize: number
  /** Roots of the perfect subtrees that make up [0, firstIndex), leftmost first. */
  left: readonly Uint8Array[]
  /** Right-hand siblings on the path of the last leaf of the range, bottom up. */
  right: readonly Uint8Array[]
}

/** An entry, and the hashes of its inclusion proof. */
export type Neighbour = { entry: string; hashes: readonly Uint8Array[] }

/** RFC 9162 section 2.1.3, hashes bottom up. */
export type InclusionProof = { index: number; hashes: readonly Uint8Array[] }

/** RFC 9162 section 2.1.4, from an earlier size with its root. */
export type ConsistencyProof = { treeSize: number; root: Uint8Array; hashes: readonly Uint8Array[] }
