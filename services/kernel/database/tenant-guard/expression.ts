import type { FuncCall, Node, SubLink } from 'libpg-query'
import type { Reading } from './reading.ts'
import { FUNCTIONS } from './relations.ts'
import { type Column, resolve, type Scope, star } from './scope.ts'
import type { Value } from './ties.ts'

/** Returns the value of an expression for ties; undefined if it is unknown. */
export function resolveValue(reading: Reading, scope: Scope, node: Node | undefined): Value | undefined {
  if (node === undefined) return undefined
  const all = (nodes: Node[] = []) => reading.ties.all(nodes.map((one) => resolveValue(reading, scope, one)))
  if ('ParamRef' in node) return reading.ties.given
  if ('A_Const' in node) return reading.ties.given
  if ('ColumnRef' in node) return columnOf(reading, scope, pathOf(node.ColumnRef.fields))
  if ('TypeCast' in node) return resolveValue(reading, scope, node.TypeCast.arg)
  if ('CollateClause' in node) return resolveValue(reading, scope, node.CollateClause.arg)
  if ('A_Indirection' in node) return resolveValue(reading, scope, node.A_Indirection.arg)
  if ('A_ArrayExpr' in node) return all(node.A_ArrayExpr.elements)
  if ('CoalesceExpr' in node) return all(node.CoalesceExpr.args)
  if ('FuncCall' in node)
    return pathOf(node.FuncCall.funcname).length === 1 ? all(node.FuncCall.args) : undefined
  if ('SubLink' in node)
    return SINGLE.has(node.SubLink.subLinkType ?? '')
      ? rowOf(reading, scope, node.SubLink)[0]?.value
      : undefined
  return undefined
}

const SINGLE = new Set(['EXPR_SUBLINK', 'ARRAY_SUBLINK'])

/**
 * The ties that follow from a true condition: values of `narrowed` are tied to the values that they equal. Only equalities
 * that are joined by AND tie a value.
 */
export function follow(
  reading: Reading,
  scope: Scope,
  node: Node | undefined,
  narrowed: (value: Value) => boolean,
): void {
  for (const { column, from } of equalities(reading, scope, node)) {
    const value = resolveValue(reading, scope, column)
    if (from !== undefined && value !== undefined && narrowed(value)) reading.ties.imply(from, value)
  }
}

/** A column in a condition and the value that it equals; undefined if the value is unknown. */
type Equality = { column: Node; from: Value | undefined }

function equalities(reading: Reading, scope: Scope, node: Node | undefined): Equality[] {
  if (node === undefined) return []
  if ('BoolExpr' in node && node.BoolExpr.boolop === 'AND_EXPR')
    return (node.BoolExpr.args ?? []).flatMap((part) => equalities(reading, scope, part))
  // Only the bare column counts: once cast, many values of a column may be equal.
  return sidesOf(reading, scope, node).filter(({ column }) => 'ColumnRef' in column)
}

/** The equalities in a condition without AND: each side that may be a column, with the value of the other side. */
function sidesOf(reading: Reading, scope: Scope, node: Node): Equality[] {
  if ('SubLink' in node) return isIn(node.SubLink) ? inQuery(reading, scope, node.SubLink) : []
  if (!('A_Expr' in node) || pathOf(node.A_Expr.name).at(-1) !== '=') return []
  const { kind, lexpr, rexpr } = node.A_Expr
  if (lexpr === undefined || rexpr === undefined) return []
  if (kind === 'AEXPR_OP_ANY') return [{ column: lexpr, from: resolveValue(reading, scope, rexpr) }]
  if (kind === 'AEXPR_IN' && 'List' in rexpr) return inList(reading, scope, lexpr, rexpr.List.items ?? [])
  return kind === 'AEXPR_OP' ? bothSides(reading, scope, lexpr, rexpr) : []
}

/** Whether this is `… in (select …)`. Other comparisons with the rows of a query name their operator. */
function isIn({ subLinkType, operName }: SubLink): boolean {
  return subLinkType === 'ANY_SUBLINK' && operName === undefined
}

function inQuery(reading: Reading, scope: Scope, link: SubLink): Equality[] {
  const columns = rowOf(reading, scope, link)
  return parts(link.testexpr!).map((column, i) => ({ column, from: columns[i]?.value }))
}

/** `a in (…)` and `(a, b) in (…)`: each column equals one of the values at its position. */
function inList(reading: Reading, scope: Scope, left: Node, items: Node[]): Equality[] {
  return parts(left).map((column, i) => ({
    column,
    from: reading.ties.all(items.map((item) => resolveValue(reading, scope, parts(item)[i]))),
  }))
}

/** `a = b` and `(a, b) = (c, d)`: either side may be the column. */
function bothSides(reading: Reading, scope: Scope, left: Node, right: Node): Equality[] {
  const rights = parts(right)
  return parts(left).flatMap((one, i) => {
    const other = rights[i]
    if (other === undefined) return []
    return [
      { column: one, from: resolveValue(reading, scope, other) },
      { column: other, from: resolveValue(reading, scope, one) },
    ]
  })
}

/** The columns of a target list. */
export function targets(
  reading: Reading,
  scope: Scope,
  list: Node[] = [],
): { columns: Column[]; exact: boolean } {
  const columns: Column[] = []
  let exact = true
  for (const node of list) {
    if (!('ResTarget' in node)) continue
    const { name, val } = node.ResTarget
    const path = val !== undefined && 'ColumnRef' in val ? pathOf(val.ColumnRef.fields) : []
    if (path.at(-1) === '*') {
      const those = star(scope, path.at(-2))
      columns.push(...those.columns)
      exact &&= those.exact
    } else {
      columns.push({
        name: name ?? path.at(-1) ?? functionName(val) ?? '',
        value: resolveValue(reading, scope, val),
      })
    }
  }
  return { columns, exact }
}

/** Reads every query, and every call of a function of the schemas, within an expression. */
export function walk(reading: Reading, scope: Scope, node: unknown): void {
  if (Array.isArray(node)) for (const one of node) walk(reading, scope, one)
  else if (typeof node === 'object' && node !== null) {
    for (const [kind, value] of Object.entries(node)) {
      if (kind === 'SelectStmt') reading.query({ SelectStmt: value }, scope)
      else {
        if (kind === 'FuncCall') called(reading, scope, value as FuncCall)
        walk(reading, scope, value)
      }
    }
  }
}

function called(reading: Reading, scope: Scope, { funcname, args }: FuncCall): void {
  const path = pathOf(funcname)
  if (READS_ELSEWHERE.test(path.at(-1) ?? ''))
    reading.refuse(`function ${path.join('.')} reads what its text names`)
  if (path.length === 1 || path[0] === 'pg_catalog') return
  const name = path.join('.')
  const known = FUNCTIONS.get(name)
  if (known === undefined) reading.refuse(`function ${name} is not known`)
  else if (known.ofOrganizations) reading.require(name, resolveValue(reading, scope, args?.[0]))
}

/** Functions of PostgreSQL that take a query or a relation as text. */
const READS_ELSEWHERE = /^((query|cursor|table|schema|database)_to_xml|ts_(stat|rewrite)$)/

function rowOf(reading: Reading, scope: Scope, { subselect }: SubLink): Column[] {
  const { columns, exact } = reading.query(subselect!, scope)
  return exact ? columns : []
}

function columnOf(reading: Reading, scope: Scope, path: string[]): Value | undefined {
  return path.length === 1 && reading.parameters.has(path[0]!) ? reading.ties.given : resolve(scope, path)
}

function parts(node: Node): Node[] {
  return 'RowExpr' in node ? (node.RowExpr.args ?? []) : [node]
}

export function pathOf(fields: Node[] = []): string[] {
  return fields.map((field) => ('String' in field ? (field.String.sval ?? '') : '*'))
}

function functionName(node: Node | undefined): string | undefined {
  return node !== undefined && 'FuncCall' in node ? pathOf(node.FuncCall.funcname).at(-1) : undefined
}
