/**
 * Says why initdb or postgres ended, from their output. Both end with status 1 for every cause, and a server that has not started
 * cannot be queried, so their output is the only source. `LC_ALL=C` keeps it in English. The texts come partly from PostgreSQL and
 * partly from the C library (strerror).
 */
export function whyEnded(output: string): { cause: Cause; line: string } {
  const found = CAUSES.find(([, texts]) => texts.some((text) => output.includes(text)))
  const lines = output.split('\n').map((line) => line.trim())
  const severe = lines.map(fromSeverity).find((line) => line !== undefined)
  return { cause: found?.[0] ?? 'other', line: severe ?? lines.findLast((line) => line !== '') ?? '' }
}

/** `processes_left`: backends of a killed server are still ending. */
type Cause = 'disk_full' | 'port_taken' | 'processes_left' | 'other'

export const CAUSES: readonly (readonly [Cause, readonly string[]])[] = [
  ['disk_full', ['No space left on device', 'Disk quota exceeded', 'Disc quota exceeded']],
  ['port_taken', ['Address already in use']],
  ['processes_left', ['pre-existing shared memory block']],
]

/** Returns a line without the text before its severity: a time, a process id, a program's name. */
function fromSeverity(line: string): string | undefined {
  const at = Math.max(...SEVERE.map((word) => line.indexOf(word)))
  return at === -1 ? undefined : line.slice(at)
}

const SEVERE = ['FATAL:', 'PANIC:', 'ERROR:', 'error:']
