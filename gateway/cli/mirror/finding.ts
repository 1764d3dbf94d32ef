/** A difference between the log and its copy. `path`: the file; `index`: the entry. */
export type Finding = { code: FindingCode; message: string; path?: string; index?: number }

type FindingCode =
  | 'copy_damaged'
  | 'log_shrunk'
  | 'log_forked'
  | 'log_stale'
  | 'history_rewritten'
  | 'tile_differs'
  | 'tile_missing'

/** The finding that a file of the log is not what it should be. */
export function differs(path: string, message: string, index?: number): { finding: Finding } {
  return { finding: { code: 'tile_differs', message, path, ...(index === undefined ? {} : { index }) } }
}
