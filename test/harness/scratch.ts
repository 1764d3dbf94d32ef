import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns a directory for the tests of a file. `leftovers.ts` removes it after them. */
export function scratchDirectory(): string {
  directory ??= mkdtempSync(join(tmpdir(), 'attestry-test-file-'))
  return directory
}

/** Removes the directory. The next file gets another. */
export function removeScratchDirectory(): void {
  if (directory !== undefined) rmSync(directory, { recursive: true, force: true })
  directory = undefined
}

let directory: string | undefined
