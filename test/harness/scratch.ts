import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A directory for the tests of a file, which `leftovers.ts` removes after them. */
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
