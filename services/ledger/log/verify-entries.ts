import type { RecordTable, TableRule } from '../../kernel/state/rules.ts'
import type { CheckedEntry, LogCheck, StoredLeaf } from '../domain/log/log-check.ts'
import type { Problems } from '../domain/log/log-problem.ts'
import { checkReceipts, inPortions, type StoredRecord } from '../domain/log/receipt-check.ts'
import { storedNodes } from '../domain/log/tiles.ts'
import type { CompactTree, TreeNode } from '../domain/log/tree.ts'
import type { LogSnapshot } from '../store/log/snapshot.ts'
import { compareColumns, type Pause } from './compare-columns.ts'

/** The coverage of a verification: the tree, and how many records of each type its receipts name. */
export type VerifiedLog = { tree: CompactTree; records: ReadonlyMap<string, number> }

/**
 * Compares the entries of a log with what is stored for them, a page of leaves at a time: leaves, inner nodes, receipts, records,
 * and the columns that repeat a record. It continues where an earlier verification (`since`) ended.
 */
export class EntryVerification {
  readonly #snapshot: LogSnapshot
  readonly #check: LogCheck
  readonly #problems: Problems
  readonly #pause: Pause
  readonly #since: VerifiedLog
  /** The tables of records, by the type of their records. */
  readonly #tables: ReadonlyMap<string, RecordTable>
  readonly #recordsRead: Map<string, number>
  readonly #typesNotChecked = new Set<string>()
  #nodes: number
  #receipts = 0
  #records = 0

  constructor(deps: {
    snapshot: LogSnapshot
    check: LogCheck
    rules: readonly TableRule[]
    problems: Problems
    pause: Pause
    since: VerifiedLog
  }) {
    const { snapshot, check, rules, problems, pause, since } = deps
    this.#snapshot = snapshot
    this.#check = check
    this.#problems = problems
    this.#pause = pause
    this.#since = since
    const tables = rules.filter((rule) => rule.kind === 'records')
    this.#tables = new Map(tables.map((rule) => [rule.type, rule]))
    this.#recordsRead = new Map(tables.map(({ type }) => [type, since.records.get(type) ?? 0]))
    this.#nodes = storedNodes(since.tree.size)
  }

  async run(): Promise<void> {
    for (let after = this.#since.tree.size - 1; ; ) {
      await this.#pause()
      const leaves = await this.#snapshot.leaves(after)
      const last = leaves.at(-1)
      if (last === undefined) break
      after = last.index
      await this.#comparePage(leaves)
    }
    for (const table of this.#tables.values()) await this.#findUnbound(table)
  }

  /** How many inner nodes follow from the leaves, including those of the earlier verification. */
  get nodes(): number {
    return this.#nodes
  }

  /** How many receipts were compared with their records. */
  get receipts(): number {
    return this.#receipts
  }

  /** How many records were read. */
  get records(): number {
    return this.#records
  }

  /** How many records of each type the receipts name, including those of the earlier verification. */
  get recordsRead(): ReadonlyMap<string, number> {
    return this.#recordsRead
  }

  /** Types of records whose table is missing or cannot be read. */
  get typesNotChecked(): string[] {
    return [...this.#typesNotChecked].sort()
  }

  async #comparePage(leaves: readonly StoredLeaf[]): Promise<void> {
    const entries: CheckedEntry[] = []
    const nodes: TreeNode[] = []
    for (let from = 0; from < leaves.length; from += LEAVES_AT_ONCE) {
      await this.#pause()
      const checked = this.#check.leaves(leaves.slice(from, from + LEAVES_AT_ONCE))
      entries.push(...checked.entries)
      nodes.push(...checked.nodes)
    }
    await this.#compareNodes(nodes)
    for (const portion of inPortions(entries)) await this.#compareReceipts(portion)
  }

  async #compareNodes(nodes: readonly TreeNode[]): Promise<void> {
    this.#nodes += nodes.length
    if (nodes.length === 0) return
    const kept = await this.#snapshot.nodes(nodes)
    for (const [i, { level, index, hash }] of nodes.entries()) {
      if (kept[i]?.equals(hash)) continue
      const [from, to] = [index * 2 ** level, (index + 1) * 2 ** level]
      const message = `the node above leaves [${from}, ${to}) is ${kept[i] == null ? 'missing' : 'not their hash'}`
      this.#problems.add({ code: 'node_differs', message, index: from })
    }
  }

  async #compareReceipts(entries: readonly CheckedEntry[]): Promise<void> {
    const records: StoredRecord[] = []
    for (const [type, ids] of writersOf(entries)) {
      const table = this.#tables.get(type)
      if (table !== undefined) records.push(...(await this.#readRecords(table, ids)))
    }
    const isReadable = (type: string): boolean => {
      const isThere = this.#tables.has(type)
      if (!isThere) this.#typesNotChecked.add(type)
      return isThere
    }
    this.#receipts += await checkReceipts(entries, records, isReadable, this.#problems, this.#pause)
  }

  /** The records that these entries wrote; their columns are compared with them. */
  async #readRecords(table: RecordTable, entryIds: readonly string[]): Promise<StoredRecord[]> {
    const records = await this.#snapshot.records(table, entryIds)
    await compareColumns(table, records, this.#problems, this.#pause)
    this.#recordsRead.set(table.type, this.#recordsRead.get(table.type)! + records.length)
    this.#records += records.length
    return records
  }

  /**
   * Searches for rows without a receipt where the number of rows is not that of the receipts. Where an earlier verification read
   * some of the receipts, the difference in number is reported as well.
   */
  async #findUnbound(rule: RecordTable): Promise<void> {
    const { table, type } = rule
    const read = this.#recordsRead.get(type)!
    const { rows, waiting } = await this.#snapshot.countRecords(rule)
    if (rows === read + waiting) return
    if (this.#since.tree.size > 0) {
      const message = `${table} has ${rows} rows, not ${read + waiting}: verify the whole log to find out which`
      this.#problems.add({ code: 'record_count_differs', message, table })
    }
    for (const { id, entryId, written, index } of await this.#snapshot.unboundRecords(rule)) {
      const why = written ? 'has no receipt for it' : 'is not there'
      const message = `${type} ${id} names an entry that ${why}`
      const at = index === null ? {} : { index: Number(index) }
      this.#problems.add({ code: 'record_unbound', message, entryId, table, row: `id=${id}`, ...at })
    }
  }
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

/** The number of leaves whose comparison takes a few milliseconds of the event loop. */
const LEAVES_AT_ONCE = 128
