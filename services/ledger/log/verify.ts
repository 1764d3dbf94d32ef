import { eventLoopShare } from '../../kernel/concurrency/event-loop.ts'
import type { Database } from '../../kernel/database/database.ts'
import type { Definitions } from '../../kernel/database/definitions/differences.ts'
import type { RecordTable, TableRule } from '../../kernel/state/rules.ts'
import { INSTALLATION_ID } from '../../kernel/values/ids.ts'
import { type CheckpointKeys, checkpointKeys } from '../domain/log/checkpoint.ts'
import { type CheckedEntry, LogCheck } from '../domain/log/log-check.ts'
import { Problems } from '../domain/log/log-problem.ts'
import { checkReceipts, inPortions, type StoredRecord } from '../domain/log/receipt-check.ts'
import { storedNodes } from '../domain/log/tiles.ts'
import { type CompactTree, EMPTY_TREE, type TreeNode } from '../domain/log/tree.ts'
import { type LogSnapshot, withSnapshot } from '../store/log/snapshot.ts'
import { Checkpoints } from './checkpoints-check.ts'
import { compareColumns, type Pause } from './compare-columns.ts'
import { checkStatement, STATEMENTS } from './statements-check.ts'
import { verifyDefinitions } from './verify-definitions.ts'
import { verifyState } from './verify-state.ts'

/**
 * Verifies one organization's log and the tables that follow from it, as of one instant: every leaf against its entry, every
 * stored node, the head, every receipt against its records, every other column of a record's row against the record, the
 * tables of current state against the records, the queue, every stored checkpoint, inside the database and outside it, and what
 * the catalogue defines against the migrations.
 * Memory does not grow with the log. Each checkpoint costs a signature check. Other work of the process continues meanwhile.
 *
 * @param rules of every table of every service
 * @param outside signed notes kept outside the database
 * @param publicKeys SPKI DER of the installation's signing keys
 * @throws the reason of `signal` once it aborts
 */
export async function verifyLog(
  db: Database,
  options: {
    organizationId: string
    rules: readonly TableRule[]
    outside: OutsideNotes
    publicKeys: Buffer[]
    signal: AbortSignal
    /** Absent: definitions are not compared. */
    definitions?: Definitions
    /** An earlier verification to continue from. */
    since?: VerifiedLog
    /** How many problems are listed, 100 where it is not said; all are counted. */
    listed?: number
  },
): Promise<LogVerification> {
  const { organizationId, outside, signal } = options
  const share = eventLoopShare()
  const pause = (): Promise<void> | undefined => {
    signal.throwIfAborted()
    return share()
  }
  const problems = new Problems(options.listed)
  const keys = readableKeys(options.publicKeys, problems)
  const checkpoints = new Checkpoints(organizationId, keys, problems)
  for await (const { note, given } of outside) {
    await pause()
    checkpoints.outside(note, given)
  }
  if (options.definitions !== undefined) await verifyDefinitions(options.definitions, problems)
  return withSnapshot(db, organizationId, async (snapshot) => {
    for (const kept of await snapshot.checkpoints()) {
      await pause()
      checkpoints.inside(kept)
    }
    const rules = await readableRules(snapshot, organizationId, options.rules, problems)
    if (rules.some(({ table }) => table === STATEMENTS))
      for (const statement of await snapshot.statements()) {
        await pause()
        checkStatement(statement, problems)
      }
    const since = options.since ?? NOTHING_VERIFIED
    const check = new LogCheck(organizationId, checkpoints.known, problems, since.tree)
    const walked = await walk(snapshot, check, rules, problems, { pause, since })
    const tree = check.end(await snapshot.head())
    checkpoints.end()
    if ((await snapshot.countNodes()) > walked.nodes)
      problems.add({ code: 'node_surplus', message: 'there are inner nodes without leaves below them' })
    const rows = await verifyState(snapshot, rules, problems, pause)
    const waiting = await checkQueue(snapshot, problems)
    return {
      verified: { tree, records: walked.read },
      problems,
      waiting,
      checkpoints: checkpoints.insideCount,
      outsideCheckpoints: checkpoints.outsideCount,
      givenCheckpoints: checkpoints.givenCount,
      olderCheckpoints: checkpoints.known.filter(({ size }) => size < since.tree.size).length,
      receipts: walked.receipts,
      rows: walked.records + rows,
      typesNotChecked: [...walked.notChecked].sort(),
    }
  })
}

/** The keys that can be read: a stored one may have been altered. */
export function readableKeys(publicKeys: readonly Buffer[], problems: Problems): CheckpointKeys {
  const readable = publicKeys.filter((publicKey) => {
    try {
      return checkpointKeys([publicKey]).size > 0
    } catch {
      const table = 'ledger.signing_keys'
      problems.add({
        code: 'state_unreadable',
        message: `${table}: a public key is none`,
        table,
        field: 'public_key',
      })
      return false
    }
  })
  return checkpointKeys(readable)
}

/** The rules that apply to this log, of tables that can be read. */
async function readableRules(
  snapshot: LogSnapshot,
  organizationId: string,
  rules: readonly TableRule[],
  problems: Problems,
): Promise<TableRule[]> {
  const checked = rules.filter(({ kind }) => kind !== 'excepted')
  const unreadable = new Set(await snapshot.unreadable(checked.map(({ table }) => table)))
  for (const table of unreadable)
    problems.add({ code: 'table_unreadable', message: `${table} is not there or cannot be read`, table })
  return checked.filter(
    (rule) =>
      !unreadable.has(rule.table) &&
      (rule.kind !== 'derived' || !rule.ofInstallation || organizationId === INSTALLATION_ID),
  )
}

async function walk(
  snapshot: LogSnapshot,
  check: LogCheck,
  rules: readonly TableRule[],
  problems: Problems,
  { pause, since }: { pause: Pause; since: VerifiedLog },
) {
  const { tree } = since
  const tables = rules.filter((rule) => rule.kind === 'records')
  const byType = new Map(tables.map((rule) => [rule.type, rule]))
  const read = new Map(tables.map(({ type }) => [type, since.records.get(type) ?? 0]))
  const nodes = storedNodes(tree.size)
  const walked = { nodes, receipts: 0, records: 0, read, notChecked: new Set<string>() }
  const readable = (type: string): boolean => {
    const may = byType.has(type)
    if (!may) walked.notChecked.add(type)
    return may
  }
  for (let after = tree.size - 1; ; ) {
    await pause()
    const leaves = await snapshot.leaves(after)
    const last = leaves.at(-1)
    if (last === undefined) break
    after = last.index
    const entries: CheckedEntry[] = []
    const nodes: TreeNode[] = []
    for (let from = 0; from < leaves.length; from += LEAVES_AT_ONCE) {
      await pause()
      const checked = check.leaves(leaves.slice(from, from + LEAVES_AT_ONCE))
      entries.push(...checked.entries)
      nodes.push(...checked.nodes)
    }
    walked.nodes += nodes.length
    await compareNodes(snapshot, nodes, problems)
    for (const some of inPortions(entries)) {
      const records: StoredRecord[] = []
      for (const [type, ids] of writersOf(some)) {
        const table = byType.get(type)
        if (table === undefined) continue
        const found = await snapshot.records(table, ids)
        await compareColumns(table, found, problems, pause)
        read.set(type, read.get(type)! + found.length)
        walked.records += found.length
        records.push(...found)
      }
      const receipts = await checkReceipts(some, records, readable, problems, pause)
      walked.receipts += receipts
    }
  }
  for (const table of tables)
    await findUnbound(snapshot, table, read.get(table.type)!, problems, tree.size > 0)
  return walked
}

/** The ids of the entries that wrote records, by their type. */
function writersOf(entries: readonly CheckedEntry[]): Map<string, string[]> {
  const writers = new Map<string, string[]>()
  for (const { id, receipts } of entries)
    for (const { type } of receipts) {
      const ids = writers.get(type)
      if (ids === undefined) writers.set(type, [id])
      else if (ids.at(-1) !== id) ids.push(id)
    }
  return writers
}

/**
 * Rows without a receipt are searched for only where the number of rows differs from the number of receipts. Where an earlier
 * verification read some of the receipts, only the number of rows is compared.
 */
async function findUnbound(
  snapshot: LogSnapshot,
  rule: RecordTable,
  read: number,
  problems: Problems,
  counted: boolean,
): Promise<void> {
  const { table, type } = rule
  const { rows, waiting } = await snapshot.countRecords(rule)
  if (rows === read + waiting) return
  if (counted) {
    const message = `${table} has ${rows} rows, not ${read + waiting}: verify the whole log to find out which`
    problems.add({ code: 'record_count_differs', message, table })
  }
  for (const { id, entryId, written, index } of await snapshot.unboundRecords(rule)) {
    const why = written ? 'has no receipt for it' : 'is not there'
    const message = `${type} ${id} names an entry that ${why}`
    const at = index === null ? {} : { index: Number(index) }
    problems.add({ code: 'record_unbound', message, entryId, table, row: `id=${id}`, ...at })
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

const STUCK_SECONDS = 60
/** A few milliseconds of the event loop. */
const LEAVES_AT_ONCE = 128

const NOTHING_VERIFIED: VerifiedLog = { tree: EMPTY_TREE, records: new Map() }

/** What a verification has covered: the tree, and how many records of each type its receipts led to. */
export type VerifiedLog = { tree: CompactTree; records: ReadonlyMap<string, number> }

/** Signed notes from outside the database; `given`: with the request. */
export type OutsideNotes = AsyncIterable<OutsideNote> | Iterable<OutsideNote>
export type OutsideNote = { note: string; given: boolean }

export type LogVerification = {
  verified: VerifiedLog
  problems: Problems
  /** Entries without a leaf yet. */
  waiting: number
  checkpoints: number
  outsideCheckpoints: number
  givenCheckpoints: number
  /** Leaves that an earlier verification covered: they are not compared again. */
  olderCheckpoints: number
  /** Receipts compared with their records. */
  receipts: number
  /** Rows compared with records. */
  rows: number
  typesNotChecked: string[]
}
