import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** Every Node.js on the PATH, 20 or later, that is not the one of this project; else the one that runs this. */
export function otherNodes(): string[] {
  const found = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((directory) => directory !== '' && !directory.includes('node_modules'))
    .map((directory) => join(directory, 'node'))
    .filter((file) => existsSync(file))
  const suitable = found.filter(
    (file) => Number(/^v(\d+)/.exec(execFileSync(file, ['-v']).toString())?.[1]) >= 20,
  )
  return suitable.length > 0 ? [...new Set(suitable)] : [process.execPath]
}
