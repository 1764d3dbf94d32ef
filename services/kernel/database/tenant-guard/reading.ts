import type { Node } from 'libpg-query'
import type { Output, Scope } from './scope.ts'
import type { Ties, Value } from './ties.ts'

/** One statement as it is being read. */
export type Reading = {
  readonly ties: Ties
  /** Names of the parameters of the function whose body this is. */
  readonly parameters: ReadonlySet<string>
  /** Reads a query within. */
  query(node: Node, outer: Scope | undefined): Output
  /** That value must turn out to be tied; `what` is named when it does not. */
  require(what: string, value: Value | undefined): void
  refuse(why: string): void
}
