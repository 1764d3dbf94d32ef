import { readFileSync } from 'node:fs'

/** How many file descriptors this process may have open, on Linux; undefined where there is no limit or it cannot be read. */
export function descriptorLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? []
    return soft === undefined ? undefined : Number(soft)
  } catch {
    return undefined
  }
}
