import { leafHash } from '../../../services/kernel/crypto/merkle.ts'
import { DomainError, Reason } from '../../../services/kernel/errors/errors.ts'
import { type CheckpointText, parseCheckpointText } from '../../../services/kernel/tlog/checkpoint-text.ts'
import { NoteError, parseNote } from '../../../services/kernel/tlog/signed-note.ts'
import {
  entriesOf,
  TILE_WIDTH,
  type Tile,
  tilePath,
  tilesSince,
} from '../../../services/kernel/tlog/tiles.ts'
import { isOf, type VerifierKey, verifiesNote } from '../../../services/kernel/tlog/verifier-key.ts'
import { stored } from '../../../services/ledger/domain/log/tiles.ts'
import {
  appendLeaves,
  type CompactTree,
  EMPTY_TREE,
  treeRoot,
} from '../../../services/ledger/domain/log/tree.ts'
import type { Copy } from './copy.ts'
import type { Source } from './source.ts'
import { type Patience, staleSince, unchangedSince } from './unchanged.ts'

/** `rewritten`: the differences; empty where the log continues the copy. `since`: when the copy got its size. */
export type Mirrored = { size: number; root: string; added: number; since?: Date; rewritten: Finding[] }
export type Finding = { code: FindingCode; message: string; path?: string; index?: number }
type FindingCode =
  | 'copy_damaged'
  | 'log_shrunk'
  | 'log_forked'
  | 'log_stale'
  | 'history_rewritten'
  | 'tile_differs'
  | 'tile_missing'

/**
 * Brings the copy to the newest checkpoint of the log. The copy is verified first, from its entries up. New entries are appended
 * to the copy's own tree, and the root MUST be that of the checkpoint. Contradicting data never replaces anything in the copy.
 *
 * @param again whether every tile that the copy has is read again from the log and compared
 * @throws DomainError where the log does not answer; NoteError for a checkpoint that none of the keys signed
 */
export async function mirror(
  { read, copy, origin, keys, clock, staleAfterMs }: Followed,
  again: boolean,
): Promise<Mirrored> {
  const kept = await keptTree(copy, origin, keys)
  if ('damage' in kept) return { size: kept.size, root: '', added: 0, rewritten: [kept.damage] }
  const tree = kept.tree
  const found = (rewritten: Finding[], now: Nodes = kept): Mirrored => ({
    size: now.tree.size,
    root: treeRoot(now.tree).toString('hex'),
    added: now.tree.size - tree.size,
    rewritten,
  })
  const note = await read('checkpoint')
  const newest = signedBy(note, origin, keys)
  const refused = async (findings: Finding[]): Promise<Mirrored> => {
    const file = await copy.keepRefused(parseNote(note.toString()).text, note)
    const [first, ...rest] = findings as [Finding, ...Finding[]]
    return found([{ ...first, message: `${first.message}; the checkpoint is kept in ${file}` }, ...rest])
  }
  const contradiction = contradictionOf(tree, newest)
  if (contradiction !== undefined) return refused([contradiction])
  const differing = again ? await compared(read, copy, tree.size, newest.size) : []
  if (differing.length > 0) return refused(differing)
  const write = kept.isNew ? (path: string, bytes: Buffer) => writeNew(copy, path, bytes) : overwrite(copy)
  // No name that the checkpoint of the copy covers is written before the roots agree.
  const grown = await extended(read, kept, newest.size, write)
  if ('finding' in grown) return refused([grown.finding])
  if (!treeRoot(grown.tree).equals(newest.root)) {
    const message = `the log does not continue the ${tree.size} entries of the copy, or its entries are not those of its checkpoint`
    return refused([
      { code: 'history_rewritten', message },
      ...(await compared(read, copy, tree.size, newest.size)),
    ])
  }
  const finding = await written(read, write, tree.size, grown)
  if (finding !== undefined) return refused([finding])
  await copy.write('checkpoint', note)
  await removePartials(copy, tree.size, grown.tree.size)
  const since = await unchangedSince(copy, newest.size, clock)
  return { ...found(staleSince(since, newest.size, clock, staleAfterMs), grown), since }
}

/**
 * Writes a file of a copy without a checkpoint. Files that an interrupted first run left are recognised; a different one is
 * reported, not replaced.
 */
async function writeNew(copy: Copy, path: string, bytes: Buffer): Promise<Finding | undefined> {
  const kept = await copy.read(path)
  if (kept === undefined) await copy.write(path, bytes)
  if (kept === undefined || kept.equals(bytes)) return undefined
  const message = `the copy has no checkpoint, and its ${path} is not what the log has`
  return { code: 'copy_damaged', message, path }
}

function overwrite(copy: Copy): Write {
  return async (path, bytes) => {
    await copy.write(path, bytes)
    return undefined
  }
}

/** The tree that the copy has, made again from its entries, and the hashes of its tiles. */
async function keptTree(
  copy: Copy,
  origin: string,
  keys: readonly VerifierKey[],
): Promise<(Nodes & { isNew?: true }) | { damage: Finding; size: number }> {
  const note = await copy.read('checkpoint')
  if (note === undefined) return { tree: EMPTY_TREE, hashes: [], isNew: true }
  const checkpoint = signedBy(note, origin, keys)
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

/** The tree with the further entries of a log, to a size. `keep` gets the bundles that were read. */
async function extended(
  read: Source,
  from: Nodes,
  size: number,
  keep?: Write,
): Promise<Nodes | { finding: Finding }> {
  const hashes = from.hashes.map((level) => [...level])
  let tree = from.tree
  for (let index = Math.floor(tree.size / TILE_WIDTH); tree.size < size; index++) {
    const first = index * TILE_WIDTH
    const width = Math.min(TILE_WIDTH, size - first)
    const path = tilePath({ kind: 'entries', level: 0, index, width })
    const bundle = await readOr(read, path)
    if (!Buffer.isBuffer(bundle)) return bundle
    const leaves = leavesOf(bundle, width)
    if (leaves === undefined) return differs(path, `${path} is not ${width} entries`)
    const known = (hashes[0] ?? []).slice(first, tree.size)
    const changed = known.findIndex((hash, i) => !leaves[i]!.equals(hash))
    if (changed !== -1)
      return differs(path, `entry ${first + changed} is not what the log had before`, first + changed)
    const contradiction = await keep?.(path, bundle)
    if (contradiction !== undefined) return { finding: contradiction }
    tree = appendLeaves(tree, leaves.slice(known.length), ({ level, hash }) => {
      if (level === 0 || stored(level)) hashesOf(hashes, level / NODE_LEVELS).push(hash)
    })
  }
  return { tree, hashes }
}

function hashesOf(hashes: Uint8Array[][], level: number): Uint8Array[] {
  const found = hashes[level] ?? []
  hashes[level] = found
  return found
}

function differs(path: string, message: string, index?: number): { finding: Finding } {
  return { finding: { code: 'tile_differs', message, path, ...(index === undefined ? {} : { index }) } }
}

function leavesOf(bundle: Buffer, width: number): Buffer[] | undefined {
  try {
    const entries = entriesOf(bundle)
    return entries.length === width ? entries.map((entry) => leafHash(entry)) : undefined
  } catch (error) {
    if (error instanceof RangeError) return undefined
    throw error
  }
}

/** Writes the new tiles of hashes. Those that the log serves MUST be those of its entries. */
async function written(read: Source, write: Write, from: number, grown: Nodes): Promise<Finding | undefined> {
  for (const tile of tilesSince(from, grown.tree.size)) {
    const path = tilePath(tile)
    const served = await readOr(read, path)
    if (!Buffer.isBuffer(served)) return served.finding
    if (!served.equals(bytesOf(grown, tile)))
      return differs(path, `${path} of the log is not of its entries`).finding
    const contradiction = await write(path, served)
    if (contradiction !== undefined) return contradiction
  }
  return undefined
}

/**
 * Reads every tile of the copy again from the log, which has `now` entries: it need not have earlier partial tiles.
 *
 * @returns the first that differs
 */
async function compared(read: Source, copy: Copy, size: number, now: number): Promise<Finding[]> {
  for (const tile of tilesSince(0, size)) {
    const served = { ...tile, width: widthOf(tile, now) }
    const kinds = tile.level === 0 ? (['entries', 'hashes'] as const) : (['hashes'] as const)
    for (const kind of kinds) {
      const path = tilePath({ ...served, kind })
      const bytes = await readOr(read, path)
      if (!Buffer.isBuffer(bytes)) return [bytes.finding]
      const kept = (await copy.read(tilePath({ ...tile, kind })))!
      if (bytes.subarray(0, kept.length).equals(kept)) continue
      const index = kind === 'entries' ? differing(kept, bytes, tile.index) : undefined
      const which = index === undefined ? path : `entry ${index} (${path})`
      return [differs(path, `${which} is not what the log had before`, index).finding]
    }
  }
  return []
}

/** The width of the tile in a tree of `size` entries, which has it. `size` comes from a signed checkpoint: it may be any number. */
function widthOf({ level, index }: Tile, size: number): number {
  return Math.min(TILE_WIDTH, Math.floor(size / TILE_WIDTH ** level) - index * TILE_WIDTH)
}

/** The first leaf whose entry differs. */
function differing(kept: Buffer, served: Buffer, index: number): number | undefined {
  try {
    const now = entriesOf(served)
    const at = entriesOf(kept).findIndex((entry, i) => now[i] === undefined || !entry.equals(now[i]))
    return at === -1 ? undefined : index * TILE_WIDTH + at
  } catch {
    return undefined
  }
}

async function readOr(read: Source, path: string): Promise<Buffer | { finding: Finding }> {
  try {
    return await read(path)
  } catch (error) {
    if (!(error instanceof DomainError) || error.reason !== Reason.NOT_FOUND) throw error
    return { finding: { code: 'tile_missing', message: `${path}: ${error.message}`, path } }
  }
}

async function removePartials(copy: Copy, from: number, size: number): Promise<void> {
  const now = new Set([...tilesSince(0, size)].filter(({ width }) => width < TILE_WIDTH).map(tilePath))
  for (const tile of tilesSince(0, from)) {
    if (tile.width === TILE_WIDTH || now.has(tilePath(tile))) continue
    await copy.remove(tilePath(tile))
    if (tile.level === 0) await copy.remove(tilePath({ ...tile, kind: 'entries' }))
  }
}

/** @throws NoteError unless it is of the log and one of the keys signed it */
function signedBy(note: Uint8Array, origin: string, keys: readonly VerifierKey[]): CheckpointText {
  const { text, signatures } = parseNote(Buffer.from(note).toString())
  const checkpoint = parseCheckpointText(text)
  if (checkpoint.origin !== origin)
    throw new NoteError(`the checkpoint is of ${checkpoint.origin}, not of ${origin}`)
  const isSigned = signatures.some((line) =>
    keys.some((key) => isOf(line, key) && verifiesNote(key, text, line.signature)),
  )
  if (!isSigned)
    throw new NoteError(
      'none of the given keys signed the checkpoint; after a rotation, give the new one too',
    )
  return checkpoint
}

function bytesOf({ hashes }: Nodes, { level, index, width }: Tile): Buffer {
  return Buffer.concat((hashes[level] ?? []).slice(index * TILE_WIDTH, index * TILE_WIDTH + width))
}

/** A log, and where it is copied to. */
type Followed = { read: Source; copy: Copy; origin: string; keys: readonly VerifierKey[] } & Patience

/** Writes a file of the copy. @returns what contradicts it there */
type Write = (path: string, bytes: Buffer) => Promise<Finding | undefined>

/** A tree, and the hashes of its tiles by level. */
type Nodes = { tree: CompactTree; hashes: Uint8Array[][] }

const NODE_LEVELS = 8
