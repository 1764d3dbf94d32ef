import type { Value } from './ties.ts'

/** A column of a query. One without a name may have any name. */
export type Column = { name: string; value: Value | undefined }

/** The columns of a query. `exact`: the list is complete and in order. */
export type Output = {
  columns: Column[]
  exact: boolean
  /** Whether a condition on the columns narrows the rows that are read; false after limits, groups and similar clauses. */
  narrows: boolean
}

/** A relation in FROM, or the target of a statement. */
export type Item = { alias: string; columns: Column[]; exact: boolean }

/** The names that are visible at one place of a statement. */
export type Scope = {
  items: Item[]
  outer: Scope | undefined
  /** Common table expressions in sight. */
  ctes: ReadonlyMap<string, Output>
}

/** The value of a column reference; undefined when it is unknown. */
export function resolve(scope: Scope, path: readonly string[]): Value | undefined {
  const [name = '', alias] = [...path].reverse()
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    const items: Item[] = alias === undefined ? at.items : at.items.filter((item) => item.alias === alias)
    for (const { columns } of items) {
      const column = columns.find((one) => one.name === name)
      if (column !== undefined) return column.value
    }
    // The name may be an unknown column of this scope, so it does not certainly mean an outer one.
    if (items.some(hidesColumns) || (alias !== undefined && items.length > 0)) return undefined
  }
  return undefined
}

function hidesColumns({ columns, exact }: Item): boolean {
  return !exact || columns.some(({ name }) => name === '')
}

/** The columns under other names, by position. The names are known only where all columns are known. */
export function renamed({ columns, exact }: Output, names: readonly string[]): Column[] {
  if (names.length > 0 && !exact) return []
  return columns.map(({ name, value }, i) => ({ name: names[i] ?? name, value }))
}

/** The columns of `*` or `alias.*`. */
export function star(scope: Scope, alias: string | undefined): { columns: Column[]; exact: boolean } {
  const items = alias === undefined ? scope.items : scope.items.filter((item) => item.alias === alias)
  return { columns: items.flatMap(({ columns }) => columns), exact: items.every(({ exact }) => exact) }
}

export function isOwn(scope: Scope): (value: Value) => boolean {
  return among(scope.items)
}

export function among(items: readonly Item[]): (value: Value) => boolean {
  return (value) => items.some(({ columns }) => columns.some((column) => column.value === value))
}
