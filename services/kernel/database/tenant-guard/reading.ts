import type { Node } from 'libpg-query'
import type { Output, Scope } from './scope.ts'
import type { Ties, Value } from './ties.ts'

/** The state of the analysis of one statement. */
export type Reading = {
  readonly ties: Ties
  /** The names of the parameters, where the text is the body of a function. */
  readonly parameters: ReadonlySet<string>
  /** Reads a nested query. */
  query(node: Node, outer: Scope | undefined): Output
  /** Requires that the value is tied once the whole statement has been read. Otherwise the error names `what`. */
  require(what: string, value: Value | undefined): void
  refuse(why: string): void
}
