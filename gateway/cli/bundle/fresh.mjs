// The server's command as one bundle, which loads in a fraction of the time of its sources (docs/decisions, "The server in one
// bundle"). build.mjs writes the bundle, with a list of the files from which it was made.
import { readFileSync, statSync } from 'node:fs'

export const ROOT = new URL('../../../', import.meta.url)
export const BUNDLE = 'node_modules/.cache/attestry-bundle'
export const LIST = 'made-from.json'
/** npm writes this file anew with every change of the packages. */
const PACKAGES = 'node_modules/.package-lock.json'

/**
 * The URL of the bundle, or undefined where there is none or a file from which it was made has changed since.
 * @returns {string | undefined}
 */
export function freshBundle(root = ROOT) {
  try {
    const list = JSON.parse(readFileSync(new URL(`${BUNDLE}/${LIST}`, root), 'utf8'))
    for (const [path, stamp] of Object.entries(list))
      if (stampOf(root, path).stamp !== stamp) return undefined
    return new URL(`${BUNDLE}/command.mjs`, root).href
  } catch {
    return undefined
  }
}

/**
 * Every file from which a bundle is made, by its path from the root, with what differs once the file was changed.
 * @param {URL} root
 * @param {string[]} sources
 * @param {number} began when the bundler began, in milliseconds of Unix time
 * @throws {Error} when a file was changed after that
 */
export function stampsOf(root, sources, began) {
  /** @type {{ [path: string]: string }} */
  const stamps = {}
  for (const path of [PACKAGES, ...sources]) {
    const { stamp, mtimeMs } = stampOf(root, path)
    if (mtimeMs >= began) throw new Error(`${path} was changed meanwhile`)
    stamps[path] = stamp
  }
  return stamps
}

/**
 * @param {URL} root
 * @param {string} path
 */
function stampOf(root, path) {
  const { mtimeMs, size } = statSync(new URL(path, root))
  return { stamp: `${mtimeMs} ${size}`, mtimeMs }
}
