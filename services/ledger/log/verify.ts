import { eventLoopShare } from '../../kernel/concurrency/event-loop.ts'
import type { Database } from '../../kernel/database/database.ts'
import type { Definitions } from '../../kernel/database/definitions/differences.ts'
import type { TableRule } from '../../kernel/state/rules.ts'
import { INSTALLATION_ID } from '../../kernel/values/ids.ts'
import { type CheckpointKeys, checkpointKeys } from '../domain/log/checkpoint.ts'
import { LogCheck } from '../domain/log/log-check.ts'
import { Problems } from '../domain/log/log-problem.ts'
import { EMPTY_TREE } from '../domain/log/tree.ts'
import { type LogSnapshot, withSnapshot } from '../store/log/snapshot.ts'
import { Checkpoints, type OutsideNotes } from './checkpoints-check.ts'
import type { Pause } from './compare-columns.ts'
import { checkStatement, STATEMENTS } from './statements-check.ts'
import { verifyDefinitions } from './verify-definitions.ts'
import { EntryVerification, type VerifiedLog } from './verify-entries.ts'
import { verifyState } from './verify-state.ts'

/**
 * Verifies one organization's log, and the tables that follow from it, as of one instant. It compares:
 *
 * - every leaf with its entry, every stored node, the head, and the queue;
 * - every receipt with its records, and every other column of a record's row with the record;
 * - the tables of current state with the records;
 * - every stored checkpoint, inside the database and outside it;
 * - the definitions in the catalogue with those of the migrations.
 *
 * Memory does not grow with the log. Each checkpoint costs a signature check. Other work of the process continues meanwhile.
 *
 * @throws the reason of `signal` once it aborts
 */
export async function verifyLog(db: Database, options: VerifyOptions): Promise<LogVerification> {
  const { organizationId, outside, signal, since = NOTHING_VERIFIED } = options
  const pause = pauseUntil(signal)
  const problems = new Problems(options)
  const keys = readableKeys(options.publicKeys, problems)
  const checkpoints = new Checkpoints(organizationId, keys, problems)
  await checkpoints.readOutside(outside, pause)
  if (options.definitions !== undefined) await verifyDefinitions(options.definitions, problems)
  return withSnapshot(db, organizationId, async (snapshot) => {
    for (const kept of await snapshot.checkpoints()) {
      await pause()
      checkpoints.addStored(kept)
    }
    const rules = await readableRules(snapshot, organizationId, options.rules, problems)
    await checkStatements(snapshot, rules, problems, pause)
    const check = new LogCheck(organizationId, checkpoints.known, problems, since.tree)
    const entries = new EntryVerification({ snapshot, check, rules, problems, pause, since })
    await entries.run()
    const tree = check.end(await snapshot.head())
    checkpoints.end()
    if ((await snapshot.countNodes()) > entries.nodes)
      problems.add({ code: 'node_surplus', message: 'there are inner nodes without leaves below them' })
    const rows = await verifyState(snapshot, rules, problems, pause)
    const waiting = await checkQueue(snapshot, problems)
    return {
      verified: { tree, records: entries.recordsRead },
      problems,
      waiting,
      checkpoints: checkpoints.insideCount,
      outsideCheckpoints: checkpoints.outsideCount,
      givenCheckpoints: checkpoints.givenCount,
      olderCheckpoints: checkpoints.known.filter(({ size }) => size < since.tree.size).length,
      receipts: entries.receipts,
      rows: entries.records + rows,
      typesNotChecked: entries.typesNotChecked,
    }
  })
}

/** Yields to other work now and then. @throws the reason of `signal` once it aborts */
export function pauseUntil(signal: AbortSignal): Pause {
  const share = eventLoopShare()
  return () => {
    signal.throwIfAborted()
    return share()
  }
}

/** The keys that can be parsed. A stored key may have been altered, which is reported as a problem. */
export function readableKeys(publicKeys: readonly Buffer[], problems: Problems): CheckpointKeys {
  const readable = publicKeys.filter((publicKey) => {
    try {
      return checkpointKeys([publicKey]).size > 0
    } catch {
      const table = 'ledger.signing_keys'
      problems.add({
        code: 'state_unreadable',
        message: `${table}: a public key cannot be read`,
        table,
        field: 'public_key',
      })
      return false
    }
  })
  return checkpointKeys(readable)
}

/** The rules that apply to this log and whose tables can be read. */
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

async function checkStatements(
  snapshot: LogSnapshot,
  rules: readonly TableRule[],
  problems: Problems,
  pause: Pause,
): Promise<void> {
  if (!rules.some(({ table }) => table === STATEMENTS)) return
  for (const statement of await snapshot.statements()) {
    await pause()
    checkStatement(statement, problems)
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
const NOTHING_VERIFIED: VerifiedLog = { tree: EMPTY_TREE, records: new Map() }

type VerifyOptions = {
  organizationId: string
  /** The rules of every table of every service. */
  rules: readonly TableRule[]
  /** Signed notes kept outside the database. */
  outside: OutsideNotes
  /** SPKI DER of the installation's signing keys. */
  publicKeys: Buffer[]
  signal: AbortSignal
  /** Absent: definitions are not compared. */
  definitions?: Definitions
  /** An earlier verification to continue from. */
  since?: VerifiedLog
  /** Lists only differences in tables. All problems are still counted. */
  listState?: boolean
  /** How many problems are listed. Absent: as many as an answer has. */
  mostListed?: number
}

export type LogVerification = {
  verified: VerifiedLog
  problems: Problems
  /** Entries without a leaf yet. */
  waiting: number
  checkpoints: number
  outsideCheckpoints: number
  givenCheckpoints: number
  /** How many checkpoints have a size that an earlier verification covered: they are not compared again. */
  olderCheckpoints: number
  /** Receipts compared with their records. */
  receipts: number
  /** Rows compared with records. */
  rows: number
  typesNotChecked: string[]
}
