import type { Node } from 'libpg-query'
import { RecentMap } from '../../values/recent-map.ts'
import { loadParser, parse, withoutValues } from './parser.ts'
import { readQuery } from './query.ts'
import type { Reading } from './reading.ts'
import { ACROSS, acrossOf } from './relations.ts'
import { Ties, type Value } from './ties.ts'

/** A statement that could read or write rows of an organization that its parameters do not name. Always a bug. */
class UntiedStatement extends Error {
  constructor(text: string, problems: string[]) {
    const shown = withoutValues(text).trim().replace(/\s+/g, ' ').slice(0, 200)
    super(`statement refused: ${problems.join('; ')}: ${shown}`)
    this.name = 'UntiedStatement'
  }
}

/** Loads the parser, once for each process. */
export const loadTenantGuard = loadParser

/**
 * Accepts a statement when every relation of organizations in it is tied to organizations that the caller gave:
 * `org_id` equals a parameter, or the `org_id` of another relation that is tied, or the row was found by a credential.
 * A text that was accepted is accepted again without being parsed.
 *
 * @throws UntiedStatement
 */
export function checkTenantScope(text: string): void {
  if (passed.get(text)) return
  const problems = unscoped(text)
  if (problems.length > 0) throw new UntiedStatement(text, problems)
  if (text.length > LONGEST) return
  passed.set(text, true)
}

const passed = new RecentMap<string, true>(2000)
const LONGEST = 16_384

/**
 * The reasons why a text does not stay within the given organizations. `parameters`: the names of the parameters, where the text
 * is the body of a function.
 */
export function unscoped(text: string, parameters: readonly string[] = []): string[] {
  const problems: string[] = []
  const name = acrossOf(text)
  const exempt: readonly string[] = name === undefined ? [] : ACROSS[name].relations
  for (const { stmt } of parse(text).stmts ?? []) {
    const ties = new Ties()
    const required: { what: string; value: Value | undefined }[] = []
    const reading: Reading = {
      ties,
      parameters: new Set(parameters),
      query: (node, outer) => readQuery(reading, node, outer),
      require: (what, value) => {
        if (!exempt.includes(what)) required.push({ what, value })
      },
      refuse: (why) => problems.push(why),
    }
    readStatement(reading, stmt!)
    ties.propagate()
    for (const { what, value } of required)
      if (!value?.tied) problems.push(`${what} is not tied to an organization`)
  }
  return [...new Set(problems)]
}

function readStatement(reading: Reading, node: Node): void {
  // A cursor is checked by the statement that declares it.
  if (['TransactionStmt', 'VariableSetStmt', 'FetchStmt', 'ClosePortalStmt'].some((kind) => kind in node))
    return
  if ('CopyStmt' in node && node.CopyStmt.query !== undefined && !node.CopyStmt.is_program)
    reading.query(node.CopyStmt.query, undefined)
  else if ('DeclareCursorStmt' in node && node.DeclareCursorStmt.query !== undefined)
    reading.query(node.DeclareCursorStmt.query, undefined)
  else reading.query(node, undefined)
}
