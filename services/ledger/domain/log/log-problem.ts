/**
 * A problem that verification found in a log or in the tables that follow from it. `index`: the first leaf concerned. `row`: the
 * values of the row's key.
 */
export type LogProblem = {
  code: LogProblemCode
  message: string
  index?: number
  entryId?: string
  table?: string
  row?: string
  field?: string
}

type LogProblemCode =
  /** The indices of the leaves have a gap. */
  | 'leaf_missing'
  /** A leaf's entry is gone. */
  | 'entry_missing'
  /** An entry does not hash to its leaf. */
  | 'entry_changed'
  /** An entry has another id, organization or time than its row. */
  | 'entry_misfiled'
  /** An entry is neither in the tree nor in the queue. */
  | 'entry_unlogged'
  /** A stored inner node is missing, or not the hash of its leaves. */
  | 'node_differs'
  /** There are inner nodes beyond the tree. */
  | 'node_surplus'
  /** The position of the next leaf is not the end of the leaves. */
  | 'head_differs'
  /** A checkpoint has another root: leaves that it covers were changed after it was signed. */
  | 'checkpoint_differs'
  /** A checkpoint covers more leaves than there are: the log was cut. */
  | 'checkpoint_beyond'
  /** It is not a checkpoint of this log signed by one of the installation's keys: it proves nothing. */
  | 'checkpoint_unverified'
  /** The records that an entry wrote are not those in its receipt. */
  | 'receipt_differs'
  /** A table does not have as many records of a type as an earlier verification and the receipts since then give. */
  | 'record_count_differs'
  /** A record without a receipt. */
  | 'record_unbound'
  /** A column of a record's row differs from the record. */
  | 'record_misfiled'
  /** A column of a row differs from what follows from the records. */
  | 'state_differs'
  /** A row that follows from the records is missing. */
  | 'state_missing'
  /** A row follows from no record. */
  | 'state_surplus'
  /** The sources of a table's rows cannot be read. */
  | 'state_unreadable'
  /** A table is missing or cannot be read. */
  | 'table_unreadable'
  /** A function, trigger, view, constraint, right … of the database differs from what the migrations make. */
  | 'definition_differs'
  /** A definition that the migrations make is missing. */
  | 'definition_missing'
  /** A definition exists that no migration makes. */
  | 'definition_surplus'
  /** The database does not allow the migrations to be run for comparison. */
  | 'definitions_unreadable'
  /** A column of a stored checkpoint differs from its note. */
  | 'checkpoint_misfiled'
  /** A checkpoint that is kept outside the database is not in it. */
  | 'checkpoint_missing'
  /** A statement of a witness or an authority is not signed by it, or is about another checkpoint. */
  | 'statement_unverified'
  /** A queued id has no entry, or has its leaf already. */
  | 'queue_stray'
  /** An entry has waited for its leaf for more than a minute. */
  | 'queue_stuck'

/** Keeps the first problems of a verification and counts all of them. */
export class Problems {
  readonly list: LogProblem[] = []
  /** A difference that affects nothing that is recorded or answered. */
  readonly notes: string[] = []
  count = 0
  readonly #most: number
  readonly #listsOnlyState: boolean

  /** @param options.listState whether only differences in tables are listed; `mostListed`: how many problems are listed */
  constructor({ listState = false, mostListed }: { listState?: boolean; mostListed?: number } = {}) {
    this.#most = mostListed ?? (listState ? MAX_STATE_PROBLEMS : MAX_PROBLEMS)
    this.#listsOnlyState = listState
  }

  add(problem: LogProblem): void {
    this.count += 1
    if (this.#listsOnlyState && problem.table === undefined) return
    if (this.list.length < this.#most) this.list.push(problem)
  }

  note(text: string): void {
    if (this.notes.length < MAX_NOTES) this.notes.push(text)
  }
}

const MAX_PROBLEMS = 100
/**
 * The limit of a list of differences in tables only. It is high because an attacker who can write to the database could hide the
 * relevant row among many rows that differ.
 */
const MAX_STATE_PROBLEMS = 10_000
const MAX_NOTES = 100
