import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { tilePath, tilesSince } from '../../../services/kernel/tlog/tiles.ts'
import type { VerifierKey } from '../../../services/kernel/tlog/verifier-key.ts'
import { EMPTY_TREE, treeRoot } from '../../../services/ledger/domain/log/tree.ts'
import type { Copy } from './copy.ts'
import type { Finding } from './finding.ts'
import { bytesOf, extended, type HashedTree } from './hashed-tree.ts'
import { signedCheckpoint } from './signed-checkpoint.ts'
import type { Source } from './source.ts'

/**
 * Rebuilds the tree of the copy from its entries, or returns how the copy is damaged. `isNew`: the copy has no checkpoint yet.
 */
export async function keptTree(
  copy: Copy,
  origin: string,
  keys: readonly VerifierKey[],
): Promise<(HashedTree & { isNew?: true }) | { damage: Finding; size: number }> {
  const note = await copy.read('checkpoint')
  if (note === undefined) return { tree: EMPTY_TREE, hashes: [], isNew: true }
  const checkpoint = signedCheckpoint(note, origin, keys)
  const from: Source = async (path) => {
    const bytes = await copy.read(path)
    if (bytes === undefined) throw new DomainError(Reason.NOT_FOUND, 'the copy does not have it')
    return bytes
  }
  const { size } = checkpoint
  const made = await extended(from, { tree: EMPTY_TREE, hashes: [] }, size)
  if ('finding' in made) return { damage: { ...made.finding, code: 'copy_damaged' }, size }
  if (!treeRoot(made.tree).equals(checkpoint.root))
    return {
      damage: { code: 'copy_damaged', message: 'the entries of the copy are not those of its checkpoint' },
      size,
    }
  for (const tile of tilesSince(0, size)) {
    const path = tilePath(tile)
    if (!(await copy.read(path))?.equals(bytesOf(made, tile)))
      return { damage: { code: 'copy_damaged', message: `${path} of the copy was changed`, path }, size }
  }
  return made
}
