import type { Alias, FuncCall, JoinExpr, Node, RangeFunction, RangeVar } from 'libpg-query'
import { follow, pathOf, standsFor, walk } from './expression.ts'
import type { Reading } from './reading.ts'
import { CREDENTIALS, OF_INSTALLATION, organizationColumn } from './relations.ts'
import { among, type Column, type Item, type Output, renamed, type Scope } from './scope.ts'

/** Reads one part of FROM into the scope. @returns what it brought */
export function readFrom(it: Reading, scope: Scope, node: Node): Item[] {
  if ('JoinExpr' in node) return join(it, scope, node.JoinExpr)
  const item = itemOf(it, scope, node)
  scope.items.push(item)
  return [item]
}

function itemOf(it: Reading, scope: Scope, node: Node): Item {
  if ('RangeVar' in node) return readRelation(it, scope, node.RangeVar)
  if ('RangeFunction' in node) return callResult(it, scope, node.RangeFunction)
  if ('RangeSubselect' in node) {
    const { subquery, alias, lateral } = node.RangeSubselect
    return derived(it, it.query(subquery!, lateral ? scope : { ...scope, items: [] }), alias)
  }
  it.refuse('a part of FROM is not known')
  return { alias: '', columns: [], exact: false }
}

/** A table or view by its name, or a common table expression. */
export function readRelation(it: Reading, scope: Scope, { schemaname, relname = '', alias }: RangeVar): Item {
  const name = alias?.aliasname ?? relname
  if (schemaname === undefined) {
    const cte = scope.ctes.get(relname)
    if (cte === undefined) it.refuse(`${relname} has no schema`)
    else return { ...derived(it, { ...cte, narrows: false }, alias), alias: name }
  }
  const relation = `${schemaname}.${relname}`
  if (schemaname === 'pg_catalog' || OF_INSTALLATION.has(relation))
    return { alias: name, columns: [], exact: false }
  if (alias?.colnames !== undefined) it.refuse(`columns of ${relation} have other names`)
  const organization = { name: organizationColumn(relation), value: it.ties.value() }
  it.require(relation, organization.value)
  const columns = [organization]
  const credential = CREDENTIALS.get(relation)
  if (credential !== undefined) {
    const value = it.ties.value()
    it.ties.imply(value, organization.value)
    columns.push({ name: credential, value })
  }
  return { alias: name, columns, exact: false }
}

/** A query as a relation: what it gives is tied with it, and where conditions narrow it, it is tied with what it gives. */
function derived(it: Reading, output: Output, alias: Alias | undefined): Item {
  return {
    alias: alias?.aliasname ?? '',
    exact: output.exact,
    columns: renamed(output, pathOf(alias?.colnames)).map(({ name, value: inner }) => {
      if (inner === undefined) return { name, value: undefined }
      const value = it.ties.value()
      it.ties.imply(inner, value)
      if (output.narrows && inner !== it.ties.given) it.ties.imply(value, inner)
      return { name, value }
    }),
  }
}

/** What a function gives is made of its arguments: one column each for unnest, those listed, or a single one. */
function callResult(
  it: Reading,
  scope: Scope,
  { functions = [], coldeflist = [], alias, ordinality }: RangeFunction,
): Item {
  const [list] = functions
  const call = list !== undefined && 'List' in list ? list.List.items?.[0] : undefined
  walk(it, scope, functions)
  if (functions.length !== 1 || call === undefined || !('FuncCall' in call)) {
    it.refuse('a function in FROM is not known')
    return { alias: '', columns: [], exact: false }
  }
  const whole = standsFor(it, scope, call)
  const defined = coldeflist.flatMap((node) => ('ColumnDef' in node ? [node.ColumnDef.colname ?? ''] : []))
  const columns: Column[] =
    defined.length > 0
      ? defined.map((name) => ({ name, value: whole }))
      : perArgument(call.FuncCall)
        ? (call.FuncCall.args ?? []).map((one) => ({ name: 'unnest', value: standsFor(it, scope, one) }))
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

function join(it: Reading, scope: Scope, node: JoinExpr): Item[] {
  const left = readFrom(it, scope, node.larg!)
  const right = readFrom(it, scope, node.rarg!)
  if (node.isNatural || node.alias !== undefined) it.refuse('a join says not what it joins')
  const narrowed = among(sides(node, left, right))
  follow(it, scope, node.quals, narrowed)
  walk(it, scope, node.quals)
  for (const name of pathOf(node.usingClause)) {
    const [l, r] = [left, right].map(
      (items) => items.flatMap(({ columns }) => columns).find((c) => c.name === name)?.value,
    )
    if (l === undefined || r === undefined) continue
    if (narrowed(l)) it.ties.imply(r, l)
    if (narrowed(r)) it.ties.imply(l, r)
  }
  return [...left, ...right]
}

/** The sides of a join that its condition narrows. */
function sides({ jointype }: JoinExpr, left: Item[], right: Item[]): Item[] {
  if (jointype === 'JOIN_INNER') return [...left, ...right]
  if (jointype === 'JOIN_LEFT') return right
  return jointype === 'JOIN_RIGHT' ? left : []
}
