import type {
  DeleteStmt,
  InsertStmt,
  Node,
  OnConflictClause,
  SelectStmt,
  UpdateStmt,
  WithClause,
} from 'libpg-query'
import { follow, pathOf, resolveValue, targets, walk } from './expression.ts'
import { readFrom, readRelation } from './from.ts'
import type { Reading } from './reading.ts'
import { CREDENTIALS, organizationColumn } from './relations.ts'
import { type Column, isOwn, type Output, renamed, type Scope } from './scope.ts'

/** Reads a query. @returns its columns; `reading` collects what MUST be tied so that the query stays within organizations */
export function readQuery(reading: Reading, node: Node, outer: Scope | undefined): Output {
  if ('SelectStmt' in node) return select(reading, node.SelectStmt, outer)
  if ('InsertStmt' in node) return insert(reading, node.InsertStmt, outer)
  if ('UpdateStmt' in node) return update(reading, node.UpdateStmt, outer)
  if ('DeleteStmt' in node) return remove(reading, node.DeleteStmt, outer)
  reading.refuse(`${Object.keys(node)[0]} is not known`)
  return NOTHING
}

function select(reading: Reading, node: SelectStmt, outer: Scope | undefined): Output {
  const scope = open(reading, node.withClause, outer)
  if (node.intoClause !== undefined) reading.refuse('SELECT INTO is not known')
  const isUnion = node.op !== undefined && node.op !== 'SETOP_NONE'
  if (isUnion || node.valuesLists !== undefined) {
    walk(reading, scope, [node.sortClause, node.limitCount, node.limitOffset])
    return isUnion ? union(reading, node, scope) : values(reading, node.valuesLists!, scope)
  }
  for (const part of node.fromClause ?? []) readFrom(reading, scope, part)
  follow(reading, scope, node.whereClause, isOwn(scope))
  const { targetList, whereClause, groupClause, havingClause, windowClause, sortClause, distinctClause } =
    node
  const further = [groupClause, havingClause, windowClause, distinctClause, node.limitCount, node.limitOffset]
  walk(reading, scope, [targetList, whereClause, sortClause, further])
  const narrows =
    further.every((clause) => clause === undefined) && !JSON.stringify(targetList ?? []).includes('FuncCall')
  return { ...targets(reading, scope, targetList), narrows }
}

/** Both sides MUST be tied. A condition on the whole query applies to each side. */
function union(reading: Reading, { larg, rarg, limitCount, limitOffset }: SelectStmt, scope: Scope): Output {
  const [left, right] = [larg, rarg].map((side) => select(reading, side!, scope)) as [Output, Output]
  const exact = left.exact && right.exact
  const narrows = left.narrows && right.narrows && limitCount === undefined && limitOffset === undefined
  const columns = left.columns.map(({ name, value }, i): Column => {
    const other = exact ? right.columns[i] : right.columns.find((one) => one.name === name)
    const both = reading.ties.all([value, other?.value])
    if (both !== undefined && narrows)
      for (const side of both.needs ?? []) if (side !== reading.ties.given) reading.ties.imply(both, side)
    return { name, value: both }
  })
  return { columns, exact, narrows }
}

function values(reading: Reading, lists: Node[], scope: Scope): Output {
  walk(reading, scope, lists)
  const rows = lists.map((list) => ('List' in list ? (list.List.items ?? []) : []))
  const columns = (rows[0] ?? []).map((_, i) => ({
    name: `column${i + 1}`,
    value: reading.ties.all(rows.map((row) => resolveValue(reading, scope, row[i]))),
  }))
  return { columns, exact: true, narrows: true }
}

/** The organization of an inserted row MUST be tied. A conflict MUST stay within the organization. */
function insert(reading: Reading, node: InsertStmt, outer: Scope | undefined): Output {
  const scope = open(reading, node.withClause, outer)
  const source = node.selectStmt === undefined ? NOTHING : readQuery(reading, node.selectStmt, scope)
  const target = readRelation(reading, scope, node.relation!)
  const relation = `${node.relation?.schemaname}.${node.relation?.relname}`
  const column = organizationColumn(relation)
  const names = (node.cols ?? []).flatMap((one) => ('ResTarget' in one ? [one.ResTarget.name ?? ''] : []))
  const organization = target.columns[0]?.value
  const inserted = source.exact ? source.columns[names.indexOf(column)]?.value : undefined
  if (organization !== undefined && inserted !== undefined) reading.ties.imply(inserted, organization)
  // An insert is tied only by the organization: an inserted credential is new and finds no row.
  const own = { ...target, columns: target.columns.slice(0, 1) }
  scope.items.push(own, { alias: 'excluded', columns: [], exact: false })
  const { onConflictClause: conflict } = node
  if (conflict?.action === 'ONCONFLICT_UPDATE' && organization !== undefined) {
    if (!staysWithin(conflict, relation, column))
      reading.refuse(`a conflict in ${relation} may be with another organization`)
    keeps(reading, conflict.targetList, column)
  }
  walk(reading, scope, [conflict?.targetList, conflict?.whereClause])
  scope.items.pop()
  return returned(reading, scope, node.returningClause?.exprs)
}

/** Unique constraints lead with the organization, except those of credentials. */
function staysWithin({ infer }: OnConflictClause, relation: string, column: string): boolean {
  if (infer?.conname !== undefined) return !CREDENTIALS.has(relation)
  return (infer?.indexElems ?? []).some((one) => 'IndexElem' in one && one.IndexElem.name === column)
}

function update(reading: Reading, node: UpdateStmt, outer: Scope | undefined): Output {
  const scope = open(reading, node.withClause, outer)
  const target = readRelation(reading, scope, node.relation!)
  scope.items.push(target)
  for (const part of node.fromClause ?? []) readFrom(reading, scope, part)
  follow(reading, scope, node.whereClause, isOwn(scope))
  walk(reading, scope, [node.targetList, node.whereClause])
  if (target.columns.length > 0) keeps(reading, node.targetList, target.columns[0]!.name)
  return returned(reading, scope, node.returningClause?.exprs)
}

function remove(reading: Reading, node: DeleteStmt, outer: Scope | undefined): Output {
  const scope = open(reading, node.withClause, outer)
  scope.items.push(readRelation(reading, scope, node.relation!))
  for (const part of node.usingClause ?? []) readFrom(reading, scope, part)
  follow(reading, scope, node.whereClause, isOwn(scope))
  walk(reading, scope, node.whereClause)
  return returned(reading, scope, node.returningClause?.exprs)
}

/** A row MUST NOT move to another organization. */
function keeps(reading: Reading, list: Node[] = [], column: string): void {
  const names = list.flatMap((one) => ('ResTarget' in one ? [one.ResTarget.name] : []))
  if (names.includes(column)) reading.refuse(`${column} would change`)
}

function returned(reading: Reading, scope: Scope, list: Node[] | undefined): Output {
  walk(reading, scope, list)
  return { ...targets(reading, scope, list), narrows: false }
}

/**
 * Reads each common table expression once; each MUST stay within organizations by itself. A recursive one may name itself and its
 * siblings. Nothing is known about their rows at that point, so these tie nothing.
 */
function open(reading: Reading, clause: WithClause | undefined, outer: Scope | undefined): Scope {
  const ctes = new Map(outer?.ctes)
  const expressions = (clause?.ctes ?? []).flatMap((node) =>
    'CommonTableExpr' in node ? [node.CommonTableExpr] : [],
  )
  if (clause?.recursive) for (const { ctename = '' } of expressions) ctes.set(ctename, NOTHING)
  for (const { ctename = '', ctequery, aliascolnames } of expressions) {
    const output = readQuery(reading, ctequery!, { items: [], outer, ctes: new Map(ctes) })
    ctes.set(ctename, { ...output, columns: renamed(output, pathOf(aliascolnames)) })
  }
  return { items: [], outer, ctes }
}

const NOTHING: Output = { columns: [], exact: false, narrows: false }
