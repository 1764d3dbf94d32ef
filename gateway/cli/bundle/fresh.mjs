// The server's command as one bundle, which loads in a fraction of the time of its sources
// (docs/decisions/0134-the-server-in-one-bundle.md). build.mjs writes the bundle, with a list of the files from which it was made.
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = new URL('../../../', import.meta.url)
export const BUNDLE = 'node_modules/.cache/attestry-bundle'
export const LIST = 'made-from.json'
/** npm rewrites this file at every change of the packages. */
const PACKAGES = 'node_modules/.package-lock.json'

/**
 * The place of the bundle: the URL of the module with every subcommand, and the path of the script of `attestry serve`. Undefined if
 * there is no bundle, or a file from which it was made has changed since.
 *
 * @returns {{ command: string, serve: string } | undefined}
 */
export function freshBundle(root = ROOT) {
  try {
    const { serve, files } = JSON.parse(readFileSync(new URL(`${BUNDLE}/${LIST}`, root), 'utf8'))
    const directory = fileURLToPath(root)
    for (const [path, stamp] of Object.entries(files))
      if (stampOf(directory, path).stamp !== stamp) return undefined
    return {
      command: new URL(`${BUNDLE}/command.mjs`, root).href,
      serve: join(directory, BUNDLE, serve),
    }
  } catch {
    return undefined
  }
}

/**
 * Returns every file from which a bundle is made, by its path from the root, with a stamp that changes when the file changes.
 *
 * @param {URL} root
 * @param {string[]} sources
 * @param {number} began when the bundler began, in milliseconds of Unix time
 * @throws {Error} when a file was changed after that
 */
export function stampsOf(root, sources, began) {
  /** @type {{ [path: string]: string }} */
  const stamps = {}
  const directory = fileURLToPath(root)
  for (const path of [PACKAGES, ...sources]) {
    const { stamp, mtimeMs } = stampOf(directory, path)
    if (mtimeMs >= began) throw new Error(`${path} was changed meanwhile`)
    stamps[path] = stamp
  }
  return stamps
}

/**
 * @param {string} directory
 * @param {string} path
 */
function stampOf(directory, path) {
  const { mtimeMs, size } = statSync(join(directory, path))
  return { stamp: `${mtimeMs} ${size}`, mtimeMs }
}
