/**
 * A change that a superuser makes directly in the database. `ORG` stands for the organization, `OTHER` for another one. `finds`:
 * the code of the problem that reports it.
 */
export type Change = {
  name: string
  table: string
  change: string | string[]
  finds: string
  /** A change of the log itself: verification reports the tree, and no table. */
  alone?: true
}

/** Returns the text of a change for these organizations. */
export function fill(text: string, organization: string, other: string): string {
  return text.replaceAll('ORG', organization).replaceAll('OTHER', other)
}

export const O = "org_id = 'ORG'"
export const one = (table: string, where = O): string =>
  `ctid = (select min(ctid) from ${table} where ${where})`
/** Sets a column of one row of the organization. */
export const set = (table: string, what: string, where = O): string =>
  `update ${table} set ${what} where ${one(table, where)}`
/** Turns a decision that blocks into one that passes. */
export const DECISION_PASSES = set(
  'gate.decisions',
  `record = replace(record, '"decision":"block"', '"decision":"pass"')`,
  `${O} and record like '%"decision":"block"%'`,
)
/** Moves each time of a record into another century. */
export const EARLIER = `record = replace(record, '":"20', '":"19')`
export const leaf = (index: number): string =>
  `(select entry_id from ledger.leaves where ${O} and index = ${index})`
export const ID = '00000000-0000-7000-8000-00000000000a'
export const recordText = (table: string): Change => ({
  name: `the text of a record of ${table}`,
  table,
  change: set(table, EARLIER, `${O} and record like '%":"20%'`),
  finds: 'receipt_differs',
})
export const own = (name: string, table: string, change: string | string[], finds: string): Change => ({
  ...{ name, table, change, finds, alone: true },
})
export const is = (name: string, table: string, change: string | string[], finds: string): Change => ({
  ...{ name, table, change, finds },
})
