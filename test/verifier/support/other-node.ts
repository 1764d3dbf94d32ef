import { execFileSync } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * Returns every Node.js on the PATH, 20 or later, except the one of this project; if there is none, the one that runs this. Each
 * is started once: starting a process costs more than most of what is tested with it.
 */
export function otherNodes(): string[] {
  const path = process.env.PATH ?? ''
  const known = found.get(path) ?? search(path)
  found.set(path, known)
  return known
}

function search(path: string): string[] {
  const files = path
    .split(delimiter)
    .filter((directory) => directory !== '' && !directory.includes('node_modules'))
    .map((directory) => join(directory, 'node'))
    .filter((file) => existsSync(file))
  // /bin and /usr/bin are often the same directory.
  const suitable = [...new Set(files.map((file) => realpathSync(file)))].filter(
    (file) => Number(/^v(\d+)/.exec(execFileSync(file, ['-v']).toString())?.[1]) >= 20,
  )
  return suitable.length > 0 ? suitable : [process.execPath]
}

const found = new Map<string, string[]>()
