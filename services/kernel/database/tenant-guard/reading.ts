import type { Node } from 'libpg-query'
import type { Output, Scope } from './scope.ts'
import type { Ties, Value } from './ties.ts'

/** The state of the analysis of one statement. */
export type Reading = {
  readonly ties: Ties
  /** Names of the parameters of the function whose body this is. */
  readonly parameters: ReadonlySet<string>
  /** Reads a query within. */
  query(node: Node, outer: Scope | undefined): Output
  /** Requires that the value is tied at the end. `what` is named in the error when it is not. */
  require(what: string, value: Value | undefined): void
  refuse(why: string): void
}
