/*
 * The rules by which tables follow from the log: one for every column of every table of a service (docs/where-to-change.md,
 * "State follows from the log"). `attestry audit verify` derives the value of each column by its rule and compares.
 */

import { parseJson } from '../json/parse-json.ts'

/** A record as it was parsed from its text. */
export type RecordObject = { readonly [key: string]: unknown }

/** A row as the database gives it, by column. */
export type Row = { readonly [column: string]: unknown }

/** The source of a column's value. */
type ColumnRule =
  /** The value is one of a record. */
  | { kind: 'derived'; value: (record: RecordObject) => unknown }
  /** The value is a time of the database's clock, written in the transaction of a record that has the time of the call. */
  | { kind: 'near'; value: (record: RecordObject) => unknown; mayBeLate?: boolean }
  /** A record has the SHA-256, in hex, of the value's bytes; with `withId`, of the row's id, a zero byte and these bytes. */
  | { kind: 'hashed'; value: (record: RecordObject) => unknown; orNull?: boolean; withId?: boolean }
  /** The value is checked in another way: `how`. */
  | { kind: 'bound'; how: string }
  /** The value does not follow from the log: `why` has the reason. */
  | { kind: 'excepted'; why: string }

export type ColumnRules = { readonly [column: string]: ColumnRule }

/** A table whose rows are records: each is bound by the receipt of its entry, and its other columns repeat the record. */
export type RecordTable = {
  kind: 'records'
  table: string
  type: string
  /** The column with the id of the entry that wrote the row. */
  entryColumn: string
  /** Whether an entry writes at most one row, so that there is no column with the position. */
  single: boolean
  /**
   * SQL after `from` that selects the rows `r` of some entries, for a table where not every row is in an index of entries; $1 is
   * the organization, $2 the ids of the entries.
   */
  written?: string | undefined
  columns: ColumnRules
  checks: readonly Check[]
}

/**
 * A table whose rows follow from records. Rows and sources are read side by side, in the order of a group. A group holds what
 * belongs together and fits in memory.
 */
export type DerivedTable = {
  kind: 'derived'
  table: string
  /** Whether its rows belong to the installation, so that they have no organization. */
  ofInstallation: boolean
  /** SQL of the group of a row `t` of the table, of type text. */
  group: string
  /** The columns that identify a row of a group. */
  key: readonly string[]
  /** SQL of the sources, sorted by `group` in collation "C"; $1 is the organization. */
  sources: string
  /** The expected rows, each as a record that the column rules read. `found`: the actual rows. */
  rows: (sources: readonly Row[], found: readonly Row[]) => readonly ExpectedRow[]
  /** A harmless cause of a row that no record explains. */
  mayBe?: (row: Row) => string | undefined
  columns: ColumnRules
  checks: readonly Check[]
}

/** An expected row. `mayBeAbsent`: whether the row may have been deleted in the meantime. */
export type ExpectedRow = RecordObject & { readonly mayBeAbsent?: boolean }

/** A table that the verification of the log itself checks. */
type LogTable = { kind: 'log'; table: string; columns: ColumnRules; checks: readonly Check[] }

/** A table whose content does not follow from the log. */
type ExceptedTable = { kind: 'excepted'; table: string; why: string }

export type TableRule = RecordTable | DerivedTable | LogTable | ExceptedTable

/** A statement that returns the rows (`row`: text) whose `field` contradicts others; $1 is the organization. */
export type Check = { field: string; sql: string; problem: string }

/** The value at a path of keys in the record. */
export function field(path: string): ColumnRule {
  return { kind: 'derived', value: at(path) }
}

/** Like `field`, with a value for a field that earlier records do not have. */
export function fieldOr(path: string, absent: unknown): ColumnRule {
  const value = at(path)
  return { kind: 'derived', value: (record) => value(record) ?? absent }
}

export function derived(value: (record: RecordObject) => unknown): ColumnRule {
  return { kind: 'derived', value }
}

/** A time of the database's clock, within a minute of the time at a path in the record. */
export function near(path: string): ColumnRule {
  return { kind: 'near', value: at(path) }
}

/**
 * Like `near`, or up to an hour later: a statement that has reached a database at a standstill runs when the database continues.
 */
export function nearOrLater(path: string): ColumnRule {
  return { kind: 'near', value: at(path), mayBeLate: true }
}

/** A value whose SHA-256, in hex, is at a path in the record. */
export function hashed(path: string): ColumnRule {
  return { kind: 'hashed', value: at(path) }
}

/** A stored credential: the record has the SHA-256 of the row's id, a zero byte and the credential. */
export function credential(): ColumnRule {
  return { kind: 'hashed', value: at('credential_sha256'), withId: true }
}

export function bound(how: string): ColumnRule {
  return { kind: 'bound', how }
}

export function excepted(why: string): ColumnRule {
  return { kind: 'excepted', why }
}

/** The table of the migrations that have run in a schema. */
export function migrationsOf(schema: string): TableRule {
  const why = 'which migrations have run: no statement about an organization'
  return { kind: 'excepted', table: `${schema}.migrations`, why }
}

/** A table made by `recordTable` (services/kernel/database/record-table.ts). */
export function records(
  table: string,
  type: string,
  columns: ColumnRules = {},
  more: Partial<Pick<RecordTable, 'entryColumn' | 'single' | 'written' | 'checks'>> & {
    without?: readonly string[]
  } = {},
): RecordTable {
  const { entryColumn = 'entry_id', single = false, written, checks = [], without = [] } = more
  const all: ColumnRules = { ...RECORD_COLUMNS, ...columns }
  return {
    kind: 'records',
    table,
    type,
    entryColumn,
    single,
    written,
    checks,
    columns: Object.fromEntries(Object.entries(all).filter(([name]) => !without.includes(name))),
  }
}

const RECORD_COLUMNS: ColumnRules = {
  org_id: field('organization_id'),
  id: field('id'),
  version: fieldOr('version', 1),
  entry_id: bound('receipt'),
  position: bound('receipt'),
  record: bound('receipt'),
}

/** A table with one row for each object: the values of the newest version among the object's records. */
export function newestVersions(
  table: string,
  recordTable: string,
  columns: ColumnRules,
  more: { ofInstallation?: boolean; organizationColumn?: string; checks?: readonly Check[] } = {},
): DerivedTable {
  const { ofInstallation = false, organizationColumn = 'org_id', checks = [] } = more
  const own: ColumnRules = ofInstallation ? {} : { [organizationColumn]: field('organization_id') }
  return {
    kind: 'derived',
    table,
    ofInstallation,
    group: 't.id::text',
    key: ['id'],
    checks,
    sources: `select distinct on (id) id::text as "group", record from ${recordTable}
      where org_id = $1 order by id, version desc`,
    rows: (sources) => sources.map(({ record }) => recordOf(record)),
    columns: { ...own, id: field('id'), version: field('version'), ...columns },
  }
}

export function recordOf(text: unknown): RecordObject {
  return parseJson(text as string) as RecordObject
}

function at(path: string): (record: RecordObject) => unknown {
  const [first = '', ...rest] = path.split('.')
  return rest.length === 0
    ? (record) => record[first]
    : (record) =>
        rest.reduce<unknown>((value, key) => (value as RecordObject | null | undefined)?.[key], record[first])
}
