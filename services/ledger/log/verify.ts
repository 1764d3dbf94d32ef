import { isRecordType, RECORD_OWNERS } from '../../kernel/audit/record-types.ts'
import type { Database } from '../../kernel/database/database.ts'
import { eventLoopShare } from '../../kernel/event-loop.ts'
import {
  CheckpointError,
  type CheckpointKeys,
  checkpointKeys,
  originOf,
  verifyCheckpoint,
} from '../domain/checkpoint.ts'
import { type KnownCheckpoint, LogCheck } from '../domain/log-check.ts'
import { Problems } from '../domain/log-problem.ts'
import { checkReceipts, inPortions } from '../domain/receipt-check.ts'
import type { TreeNode } from '../domain/tree.ts'
import { type LogSnapshot, withSnapshot } from '../store/log/snapshot.ts'

/**
 * Verifies one organization's log as of one instant: every leaf against its entry, every stored node, the head, every
 * receipt against its records, the queue, and every stored checkpoint, inside the database and outside it. Memory does not
 * grow with the log. Each checkpoint costs a signature check. Other work of the process continues meanwhile.
 *
 * @param outside signed notes kept outside the database
 * @param publicKeys SPKI DER of the installation's signing keys
 * @throws the reason of `signal` once it aborts
 */
export async function verifyLog(
  db: Database,
  options: {
    organizationId: string
    outside: AsyncIterable<string> | Iterable<string>
    publicKeys: Buffer[]
    signal: AbortSignal
  },
): Promise<LogVerification> {
  const { organizationId, outside, signal } = options
  const keys = checkpointKeys(options.publicKeys)
  const share = eventLoopShare()
  const problems = new Problems()
  const known: KnownCheckpoint[] = []
  const learn = (note: string, kept: KnownCheckpoint['kept']): void => {
    const found = read(note, organizationId, keys)
    if (typeof found !== 'string') known.push({ ...found, kept })
    else problems.add({ code: 'checkpoint_unverified', message: `a checkpoint kept ${kept}: ${found}` })
  }
  for await (const note of outside) {
    await share()
    signal.throwIfAborted()
    learn(note, 'outside the database')
  }
  const outsideCheckpoints = known.length
  return withSnapshot(db, organizationId, async (snapshot) => {
    for (const note of await snapshot.checkpoints()) {
      await share()
      learn(note, 'in the database')
    }
    const check = new LogCheck(organizationId, known, problems)
    const walked = await walk(snapshot, check, problems, signal)
    const { size, root } = check.end(await snapshot.head())
    if ((await snapshot.countNodes()) > walked.nodes)
      problems.add({ code: 'node_surplus', message: 'there are inner nodes that no leaves stand below' })
    for (const { type, id, entryId } of await snapshot.strayRecords())
      problems.add({
        code: 'record_unbound',
        message: `${type} ${id} names an entry that is not there`,
        entryId,
      })
    const waiting = await checkQueue(snapshot, problems)
    return {
      size,
      root,
      problems,
      waiting,
      checkpoints: known.length - outsideCheckpoints,
      outsideCheckpoints,
      receipts: walked.receipts,
      typesNotChecked: [...walked.notChecked].sort(),
    }
  })
}

async function walk(snapshot: LogSnapshot, check: LogCheck, problems: Problems, signal: AbortSignal) {
  const walked = { nodes: 0, receipts: 0, notChecked: new Set<string>() }
  const readable = (type: string): boolean => {
    const may = isRecordType(type) && snapshot.readable.has(RECORD_OWNERS[type])
    if (!may) walked.notChecked.add(type)
    return may
  }
  for (let after = -1; ; ) {
    signal.throwIfAborted()
    const leaves = await snapshot.leaves(after)
    const last = leaves.at(-1)
    if (last === undefined) return walked
    after = last.index
    const { entries, nodes } = check.leaves(leaves)
    walked.nodes += nodes.length
    await compareNodes(snapshot, nodes, problems)
    for (const some of inPortions(entries)) {
      const records = await snapshot.records(some.map(({ id }) => id))
      walked.receipts += checkReceipts(some, records, readable, problems)
    }
  }
}

async function compareNodes(snapshot: LogSnapshot, nodes: TreeNode[], problems: Problems): Promise<void> {
  if (nodes.length === 0) return
  const kept = await snapshot.nodes(nodes)
  for (const [i, { level, index, hash }] of nodes.entries()) {
    if (kept[i]?.equals(hash)) continue
    const [from, to] = [index * 2 ** level, (index + 1) * 2 ** level]
    const message = `the node above leaves [${from}, ${to}) is ${kept[i] == null ? 'missing' : 'not their hash'}`
    problems.add({ code: 'node_differs', message, index: from })
  }
}

async function checkQueue(snapshot: LogSnapshot, problems: Problems): Promise<number> {
  for (const entryId of await snapshot.unlogged())
    problems.add({
      code: 'entry_unlogged',
      message: 'an entry has no leaf and does not wait for one',
      entryId,
    })
  const { waiting, strays, oldest, oldestSeconds } = await snapshot.queue()
  for (const { entryId, placed } of strays) {
    const message = placed ? 'a queued entry has its leaf already' : 'a queued entry is not there'
    problems.add({ code: 'queue_stray', message, entryId })
  }
  if (oldest !== null && oldestSeconds > STUCK_SECONDS) {
    const message = `${waiting} entries wait for their leaves, the first for more than a minute`
    problems.add({ code: 'queue_stuck', message, entryId: oldest })
  }
  return waiting
}

/** The checkpoint of a note whose signature is valid; otherwise the reason why the note proves nothing. */
function read(
  note: string,
  organizationId: string,
  keys: CheckpointKeys,
): { size: number; root: Buffer } | string {
  try {
    const { origin, size, root } = verifyCheckpoint(note, keys)
    if (origin !== originOf(organizationId)) return `it is of ${origin}`
    return size === 0 ? 'it covers nothing' : { size, root: Buffer.from(root) }
  } catch (error) {
    if (error instanceof CheckpointError) return error.message
    throw error
  }
}

const STUCK_SECONDS = 60

export type LogVerification = {
  size: number
  root: Buffer
  problems: Problems
  /** Entries without a leaf yet. */
  waiting: number
  checkpoints: number
  outsideCheckpoints: number
  /** Receipts compared with their records. */
  receipts: number
  typesNotChecked: string[]
}
