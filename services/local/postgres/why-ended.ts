/**
 * Why initdb or postgres ended, by what it printed. Both end with status 1 whatever the cause, and the server answers nobody before it has
 * started: their output is the only source. `LC_ALL=C` keeps the output in English. Part of each text is PostgreSQL's, the rest the
 * C library's (strerror).
 */
export function whyEnded(output: string): { cause: Cause; line: string } {
  const found = CAUSES.find(([, texts]) => texts.some((text) => output.includes(text)))
  const lines = output.split('\n').map((line) => line.trim())
  const severe = lines.map(fromSeverity).find((line) => line !== undefined)
  return { cause: found?.[0] ?? 'other', line: severe ?? lines.findLast((line) => line !== '') ?? '' }
}

/** `processes_left`: backends of a server that was killed still end. */
type Cause = 'disk_full' | 'port_taken' | 'processes_left' | 'other'

export const CAUSES: readonly (readonly [Cause, readonly string[]])[] = [
  ['disk_full', ['No space left on device', 'Disk quota exceeded', 'Disc quota exceeded']],
  ['port_taken', ['Address already in use']],
  ['processes_left', ['pre-existing shared memory block']],
]

/** A line without the text before its severity: a time, a process id, a program's name. */
function fromSeverity(line: string): string | undefined {
  const at = Math.max(...SEVERE.map((word) => line.indexOf(word)))
  return at === -1 ? undefined : line.slice(at)
}

const SEVERE = ['FATAL:', 'PANIC:', 'ERROR:', 'error:']
