import type { Value } from './ties.ts'

/** A column without a name may have any. */
export type Column = { name: string; value: Value | undefined }

/** What a query gives. `exact`: these are its columns, all of them, in order. */
export type Output = {
  columns: Column[]
  exact: boolean
  /** Whether a condition on its columns narrows what it reads; not after limits, groups and the like. */
  narrows: boolean
}

/** Something in FROM, or the target of a statement. */
export type Item = { alias: string; columns: Column[]; exact: boolean }

/** What names mean at one place of a statement. */
export type Scope = {
  items: Item[]
  outer: Scope | undefined
  /** Common table expressions in sight. */
  ctes: ReadonlyMap<string, Output>
}

/** What a column reference means; undefined when that is not known. */
export function resolve(scope: Scope, path: readonly string[]): Value | undefined {
  const [name = '', alias] = [...path].reverse()
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer) {
    const items: Item[] = alias === undefined ? at.items : at.items.filter((item) => item.alias === alias)
    for (const { columns } of items) {
      const column = columns.find((one) => one.name === name)
      if (column !== undefined) return column.value
    }
    // It may be a column that is not known here: nothing further out is meant for certain.
    if (items.some(hidesColumns) || (alias !== undefined && items.length > 0)) return undefined
  }
  return undefined
}

function hidesColumns({ columns, exact }: Item): boolean {
  return !exact || columns.some(({ name }) => name === '')
}

/** Columns with other names, by position: what a name means is known only where all of them are. */
export function renamed({ columns, exact }: Output, names: readonly string[]): Column[] {
  if (names.length > 0 && !exact) return []
  return columns.map(({ name, value }, i) => ({ name: names[i] ?? name, value }))
}

/** What `*` or `alias.*` stands for. */
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
