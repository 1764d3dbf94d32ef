import { leafHash } from '../../../kernel/crypto/merkle.ts'
import type { Problems } from './log-problem.ts'
import { stored } from './tiles.ts'
import { appendLeaves, type CompactTree, EMPTY_TREE, type TreeNode, treeRoot } from './tree.ts'

/** A leaf as it is stored, with its entry where the entry exists. `at`: Unix milliseconds. */
export type StoredLeaf = { index: number; entryId: string; at: number; hash: Buffer; entry: string | null }

/** A checkpoint that was signed, and where it was kept. */
export type KnownCheckpoint = {
  size: number
  root: Buffer
  kept: 'in the database' | 'outside the database'
  /** Set once the tree of that size has this root. */
  agrees?: boolean
}

/** The parts of an entry that are compared with the database. */
export type CheckedEntry = { index: number; id: string; receipts: EntryReceipt[] }
export type EntryReceipt = { type: string; count: number; root: string }

/**
 * Recomputes a log from its leaves and entries, in order of index, and reports every contradiction. Its whole input may have
 * been altered.
 */
export class LogCheck {
  readonly #organizationId: string
  readonly #problems: Problems
  readonly #checkpoints: KnownCheckpoint[]
  #tree: CompactTree
  #next: number
  #agreed: number

  /**
   * @param checkpoints the checkpoints whose signature is valid, in any order
   * @param verified the tree of the leaves that were verified before, and are not given again
   */
  constructor(
    organizationId: string,
    checkpoints: readonly KnownCheckpoint[],
    problems: Problems,
    verified: CompactTree = EMPTY_TREE,
  ) {
    this.#organizationId = organizationId
    this.#problems = problems
    const { size } = verified
    this.#checkpoints = checkpoints.filter((one) => one.size >= size).sort((a, b) => b.size - a.size)
    this.#tree = verified
    this.#next = size
    this.#agreed = size
    this.#compare()
  }

  /** Adds the next leaves by their hashes alone: to compare checkpoints. */
  hashes(leaves: readonly { index: number; hash: Buffer }[]): void {
    for (const { index, hash } of leaves) {
      if (index !== this.#tree.size) return
      this.#tree = appendLeaves(this.#tree, [hash])
      this.#compare()
    }
  }

  /**
   * Adds the next leaves. @returns their entries, and the inner nodes of the stored levels that they complete; none after a
   * missing leaf.
   */
  leaves(leaves: readonly StoredLeaf[]): { entries: CheckedEntry[]; nodes: TreeNode[] } {
    const entries: CheckedEntry[] = []
    const nodes: TreeNode[] = []
    for (const leaf of leaves) {
      const { index, hash, entryId } = leaf
      if (index !== this.#next) {
        const missing = `${index - this.#next} leaves before leaf ${index} are missing`
        this.#problems.add({ code: 'leaf_missing', message: missing, index: this.#next })
      }
      this.#next = index + 1
      if (this.#tree.size === index) {
        this.#tree = appendLeaves(this.#tree, [hash], (node) => void (stored(node.level) && nodes.push(node)))
        this.#compare()
      }
      const entry = this.#entry(leaf)
      if (entry !== undefined) entries.push({ index, id: entryId, receipts: entry })
    }
    return { entries, nodes }
  }

  /**
   * Compares the head of the tree, and reports checkpoints beyond the leaves. MUST be called last. @returns the tree of the
   * leaves, up to the first missing one
   */
  end(head: { size: number; frontier: Buffer } | undefined): CompactTree {
    const tree = this.#tree
    const frontier = Buffer.concat(tree.frontier)
    if ((head?.size ?? 0) !== tree.size || !frontier.equals(head?.frontier ?? Buffer.of()))
      this.#problems.add({
        code: 'head_differs',
        message: `the tree of the leaves has size ${tree.size}, its head says ${head?.size ?? 0} or another frontier`,
        index: Math.min(tree.size, head?.size ?? 0),
      })
    for (const { size, kept } of this.#checkpoints.reverse())
      this.#problems.add({
        code: 'checkpoint_beyond',
        message: `a checkpoint kept ${kept} covers ${size} leaves, of which ${tree.size} are there`,
        index: tree.size,
      })
    return tree
  }

  #entry({ index, entryId, at, hash, entry }: StoredLeaf): EntryReceipt[] | undefined {
    const about = { index, entryId }
    if (entry === null) {
      this.#problems.add({ code: 'entry_missing', message: `the entry of leaf ${index} is gone`, ...about })
      return undefined
    }
    if (!leafHash(entry).equals(hash))
      this.#problems.add({
        code: 'entry_changed',
        message: `the entry of leaf ${index} does not hash to its leaf`,
        ...about,
      })
    const fields = parse(entry)
    if (
      fields?.id !== entryId ||
      fields.organization_id !== this.#organizationId ||
      Date.parse(fields.at) !== at
    )
      this.#problems.add({
        code: 'entry_misfiled',
        message: `the entry of leaf ${index} names another id, organization or time`,
        ...about,
      })
    return Array.isArray(fields?.receipts) ? fields.receipts : []
  }

  /** Compares the tree with the checkpoints of its size. */
  #compare(): void {
    const { size } = this.#tree
    // A log that was truncated and has grown again has two checkpoints of the same size. The checkpoint that agrees does not
    // narrow the range of the other one.
    let agreed = this.#agreed
    while (this.#checkpoints.at(-1)?.size === size) {
      const checkpoint = this.#checkpoints.pop()!
      const { root, kept } = checkpoint
      checkpoint.agrees = treeRoot(this.#tree).equals(root)
      if (checkpoint.agrees) agreed = size
      else
        this.#problems.add({
          code: 'checkpoint_differs',
          message: `a checkpoint of size ${size} kept ${kept} has another root: leaves [${this.#agreed}, ${size}) are not those that were signed`,
          index: this.#agreed,
        })
    }
    this.#agreed = agreed
  }
}

function parse(
  entry: string,
): { id: string; organization_id: string; at: string; receipts: EntryReceipt[] } | null {
  try {
    return JSON.parse(entry)
  } catch {
    return null
  }
}
