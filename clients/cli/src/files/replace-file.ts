import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/**
 * Replaces a file atomically: a reader sees either the old content or the new content. The new content is first written to a file
 * with a random name in the same directory. That file MUST NOT exist before, so that a planted link is not followed.
 */
export async function replaceFile(path: string, content: string, mode = 0o666): Promise<void> {
  const draft = `${path}.${randomBytes(8).toString('hex')}.part`
  const file = await open(draft, 'wx', mode)
  try {
    try {
      await file.writeFile(content)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}
