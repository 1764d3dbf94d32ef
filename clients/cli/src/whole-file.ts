import { randomBytes } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'

/**
 * Replaces a file in one step: a reader sees all of the old content or all of the new one. The content is first written to a file
 * beside it with a random name. That file MUST NOT exist yet: a link that somebody has put there is not followed.
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
