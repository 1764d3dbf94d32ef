import type { Log } from '../../../services/kernel/logging/log.ts'

/** The exit code of a process that was told to stop and left work unfinished (docs/operations.md). */
export const UNFINISHED = 3

/**
 * Ends this process after some time, whatever its peers do: a frozen server neither ends a call nor closes a connection. Does not keep
 * the process running. The last call of `within` counts. Without an exit code the process ends with `process.exitCode`.
 */
export function stopDeadline(log: Log): { within(ms: number, exitCode?: number): void } {
  let timer: NodeJS.Timeout | undefined
  return {
    within: (ms, exitCode) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        log.warn({ open: counted(process.getActiveResourcesInfo()) }, 'ended with open connections or calls')
        process.exit(exitCode ?? process.exitCode)
      }, ms).unref()
    },
  }
}

function counted(kinds: string[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const kind of kinds) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}
