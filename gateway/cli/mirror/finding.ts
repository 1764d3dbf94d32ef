/** A difference between the log and its copy. `path` names the file, `index` the entry. */
export type Finding = { code: FindingCode; message: string; path?: string; index?: number }

type FindingCode =
  | 'copy_damaged'
  | 'log_shrunk'
  | 'log_forked'
  | 'log_stale'
  | 'history_rewritten'
  | 'tile_differs'
  | 'tile_missing'

/** Returns the finding that a file of the log differs from the expected one. */
export function differs(path: string, message: string, index?: number): { finding: Finding } {
  return { finding: { code: 'tile_differs', message, path, ...(index === undefined ? {} : { index }) } }
}
