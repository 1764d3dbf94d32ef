import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a directory and its parents. The `recursive` option of Node.js never ends if the file system answers ENOENT although the
 * parent directory exists, as /proc does.
 *
 * @returns whether the directory is new
 * @throws the error of the file system
 */
export async function makeDirectories(path: string, mode?: number): Promise<boolean> {
  try {
    return await makeOne(path, mode)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(path) === path) throw error
  }
  await makeDirectories(dirname(path), mode)
  return makeOne(path, mode)
}

async function makeOne(path: string, mode: number | undefined): Promise<boolean> {
  try {
    await mkdir(path, mode)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST' && (await stat(path)).isDirectory()) return false
    throw error
  }
}
