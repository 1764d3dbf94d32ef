import type { CheckpointText } from '../../../services/kernel/tlog/checkpoint-text.ts'
import { parseNote } from '../../../services/kernel/tlog/signed-note.ts'
import type { VerifierKey } from '../../../services/kernel/tlog/verifier-key.ts'
import { type CompactTree, treeRoot } from '../../../services/ledger/domain/log/tree.ts'
import { compareTiles } from './compare-tiles.ts'
import type { Copy } from './copy.ts'
import type { Finding } from './finding.ts'
import { extended, type HashedTree } from './hashed-tree.ts'
import { keptTree } from './kept-tree.ts'
import { signedCheckpoint } from './signed-checkpoint.ts'
import type { Source } from './source.ts'
import { type StaleLimit, staleSince, unchangedSince } from './unchanged.ts'
import { overwrite, removePartials, writeNew, writeTiles } from './write-tiles.ts'

/** `rewritten`: the differences; empty if the log continues the copy. `since`: the time at which the copy reached its size. */
export type Mirrored = { size: number; root: string; added: number; since?: Date; rewritten: Finding[] }

/**
 * Brings the copy to the newest checkpoint of the log. The copy is verified first, from its entries up. New entries are appended
 * to the copy's own tree, and the root MUST be that of the checkpoint. Contradicting data never replaces anything in the copy.
 *
 * @param options.again whether every tile that the copy has is read again from the log and compared
 * @throws DomainError if the log does not answer; NoteError for a checkpoint that none of the keys signed
 */
export async function mirror(
  { read, copy, origin, keys, clock, staleAfterMs }: Followed,
  { again }: { again: boolean },
): Promise<Mirrored> {
  const kept = await keptTree(copy, origin, keys)
  if ('damage' in kept) return { size: kept.size, root: '', added: 0, rewritten: [kept.damage] }
  const tree = kept.tree
  const found = (rewritten: Finding[], now: HashedTree = kept): Mirrored => ({
    size: now.tree.size,
    root: treeRoot(now.tree).toString('hex'),
    added: now.tree.size - tree.size,
    rewritten,
  })
  const note = await read('checkpoint')
  const newest = signedCheckpoint(note, origin, keys)
  const refused = async (findings: Finding[]): Promise<Mirrored> => {
    const file = await copy.keepRefused(parseNote(note.toString()).text, note)
    const [first, ...rest] = findings as [Finding, ...Finding[]]
    return found([{ ...first, message: `${first.message}; the checkpoint is kept in ${file}` }, ...rest])
  }
  const contradiction = contradictionOf(tree, newest)
  if (contradiction !== undefined) return refused([contradiction])
  const differing = again ? await compareTiles(read, copy, tree.size, newest.size) : []
  if (differing.length > 0) return refused(differing)
  const write = kept.isNew ? (path: string, bytes: Buffer) => writeNew(copy, path, bytes) : overwrite(copy)
  // No file that the checkpoint of the copy covers is written before the roots agree.
  const grown = await extended(read, kept, newest.size, write)
  if ('finding' in grown) return refused([grown.finding])
  if (!treeRoot(grown.tree).equals(newest.root)) {
    const message = `the log does not continue the ${tree.size} entries of the copy, or its entries are not those of its checkpoint`
    return refused([
      { code: 'history_rewritten', message },
      ...(await compareTiles(read, copy, tree.size, newest.size)),
    ])
  }
  const finding = await writeTiles(read, write, tree.size, grown)
  if (finding !== undefined) return refused([finding])
  await copy.write('checkpoint', note)
  await removePartials(copy, tree.size, grown.tree.size)
  const since = await unchangedSince(copy, newest.size, clock)
  return { ...found(staleSince(since, newest.size, clock, staleAfterMs), grown), since }
}

/** Returns how a checkpoint contradicts the copy, if it does: the log has fewer entries, or different ones. */
function contradictionOf(tree: CompactTree, { size, root }: CheckpointText): Finding | undefined {
  if (size < tree.size)
    return { code: 'log_shrunk', message: `the log has ${size} entries now, the copy has ${tree.size}` }
  if (size === tree.size && size > 0 && !treeRoot(tree).equals(root))
    return {
      code: 'log_forked',
      message: `the log shows another history of its ${size} entries than the copy has`,
    }
  return undefined
}

/** A log, and its copy. */
type Followed = { read: Source; copy: Copy; origin: string; keys: readonly VerifierKey[] } & StaleLimit
