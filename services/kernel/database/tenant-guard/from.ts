import type { Alias, FuncCall, JoinExpr, Node, RangeFunction, RangeVar } from 'libpg-query'
import { follow, pathOf, resolveValue, walk } from './expression.ts'
import type { Reading } from './reading.ts'
import { CREDENTIALS, OF_INSTALLATION, organizationColumn } from './relations.ts'
import { among, type Column, type Item, type Output, renamed, type Scope } from './scope.ts'

/** Reads one part of FROM into the scope. @returns the relations that it added */
export function readFrom(reading: Reading, scope: Scope, node: Node): Item[] {
  if ('JoinExpr' in node) return join(reading, scope, node.JoinExpr)
  const item = itemOf(reading, scope, node)
  scope.items.push(item)
  return [item]
}

function itemOf(reading: Reading, scope: Scope, node: Node): Item {
  if ('RangeVar' in node) return readRelation(reading, scope, node.RangeVar)
  if ('RangeFunction' in node) return callResult(reading, scope, node.RangeFunction)
  if ('RangeSubselect' in node) {
    const { subquery, alias, lateral } = node.RangeSubselect
    return derived(reading, reading.query(subquery!, lateral ? scope : { ...scope, items: [] }), alias)
  }
  reading.refuse('a part of FROM is not known')
  return { alias: '', columns: [], exact: false }
}

/** A table or view by its name, or a common table expression. */
export function readRelation(
  reading: Reading,
  scope: Scope,
  { schemaname, relname = '', alias }: RangeVar,
): Item {
  const name = alias?.aliasname ?? relname
  if (schemaname === undefined) {
    const cte = scope.ctes.get(relname)
    if (cte === undefined) reading.refuse(`${relname} has no schema`)
    else return { ...derived(reading, { ...cte, narrows: false }, alias), alias: name }
  }
  const relation = `${schemaname}.${relname}`
  if (schemaname === 'pg_catalog' || OF_INSTALLATION.has(relation))
    return { alias: name, columns: [], exact: false }
  if (alias?.colnames !== undefined) reading.refuse(`columns of ${relation} have other names`)
  const organization = { name: organizationColumn(relation), value: reading.ties.value() }
  reading.require(relation, organization.value)
  const columns = [organization]
  const credential = CREDENTIALS.get(relation)
  if (credential !== undefined) {
    const value = reading.ties.value()
    reading.ties.imply(value, organization.value)
    columns.push({ name: credential, value })
  }
  return { alias: name, columns, exact: false }
}

/** A query as a relation: its columns are tied to the query's values. Where conditions narrow it, the tie works both ways. */
function derived(reading: Reading, output: Output, alias: Alias | undefined): Item {
  return {
    alias: alias?.aliasname ?? '',
    exact: output.exact,
    columns: renamed(output, pathOf(alias?.colnames)).map(({ name, value: inner }) => {
      if (inner === undefined) return { name, value: undefined }
      const value = reading.ties.value()
      reading.ties.imply(inner, value)
      if (output.narrows && inner !== reading.ties.given) reading.ties.imply(value, inner)
      return { name, value }
    }),
  }
}

/** The columns of a function come from its arguments: one column each for unnest, those listed, or a single one. */
function callResult(
  reading: Reading,
  scope: Scope,
  { functions = [], coldeflist = [], alias, ordinality }: RangeFunction,
): Item {
  const [list] = functions
  const call = list !== undefined && 'List' in list ? list.List.items?.[0] : undefined
  walk(reading, scope, functions)
  if (functions.length !== 1 || call === undefined || !('FuncCall' in call)) {
    reading.refuse('a function in FROM is not known')
    return { alias: '', columns: [], exact: false }
  }
  const whole = resolveValue(reading, scope, call)
  const defined = coldeflist.flatMap((node) => ('ColumnDef' in node ? [node.ColumnDef.colname ?? ''] : []))
  const columns: Column[] =
    defined.length > 0
      ? defined.map((name) => ({ name, value: whole }))
      : perArgument(call.FuncCall)
        ? (call.FuncCall.args ?? []).map((one) => ({
            name: 'unnest',
            value: resolveValue(reading, scope, one),
          }))
        : [{ name: alias?.aliasname ?? '', value: whole }]
  if (ordinality) columns.push({ name: 'ordinality', value: undefined })
  const names = pathOf(alias?.colnames)
  return {
    alias: alias?.aliasname ?? '',
    columns: columns.map(({ name, value }, i) => ({ name: names[i] ?? name, value })),
    exact: whole !== undefined || defined.length > 0,
  }
}

function perArgument({ funcname }: FuncCall): boolean {
  return pathOf(funcname).join('.') === 'unnest'
}

function join(reading: Reading, scope: Scope, node: JoinExpr): Item[] {
  const left = readFrom(reading, scope, node.larg!)
  const right = readFrom(reading, scope, node.rarg!)
  if (node.isNatural || node.alias !== undefined) reading.refuse('a join does not say what it joins')
  const narrowed = among(sides(node, left, right))
  follow(reading, scope, node.quals, narrowed)
  walk(reading, scope, node.quals)
  for (const name of pathOf(node.usingClause)) {
    const [l, r] = [left, right].map(
      (items) => items.flatMap(({ columns }) => columns).find((c) => c.name === name)?.value,
    )
    if (l === undefined || r === undefined) continue
    if (narrowed(l)) reading.ties.imply(r, l)
    if (narrowed(r)) reading.ties.imply(l, r)
  }
  return [...left, ...right]
}

/** The sides of a join that its condition narrows. */
function sides({ jointype }: JoinExpr, left: Item[], right: Item[]): Item[] {
  if (jointype === 'JOIN_INNER') return [...left, ...right]
  if (jointype === 'JOIN_LEFT') return right
  return jointype === 'JOIN_RIGHT' ? left : []
}
