import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { buildCore } from '../../../verifier/browser/build.mjs'
import { PackageFile } from '../../../verifier/src/container/package-file.mjs'
import type { verifyPackage } from '../../../verifier/src/verify.mjs'

type Verify = typeof verifyPackage
type Core = typeof import('../../../verifier/browser/verify.mjs')

const SOURCES = join(import.meta.dirname, '../../../verifier/src')
const BROWSER = join(import.meta.dirname, '../../../verifier/browser')
const CACHE = join(import.meta.dirname, '../../../node_modules/.cache/attestry')

/**
 * The verifier as browsers run it, in this process: with its own hashes, signatures, certificates, inflation and byte handling.
 */
export const core = import(pathToFileURL(await built()).href) as Promise<Core>

export async function verifyAsBrowsers(...[options, verifier]: Parameters<Verify>) {
  const { verifyPackage, view } = await core
  const open = (path: string) => {
    const file = new PackageFile(path)
    const read = (offset: number, length: number) => view(Uint8Array.from(file.read(offset, length)))
    return {
      path,
      size: file.size,
      read,
      assertUnchanged: () => file.assertUnchanged(),
      close: () => file.close(),
    }
  }
  return verifyPackage({ ...options, open: open as never }, verifier)
}

/** Builds it once for the same sources, in whichever test file comes first. */
async function built(): Promise<string> {
  const hash = createHash('sha256')
  for (const directory of [SOURCES, BROWSER])
    for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' }).sort())
      if (name.endsWith('.mjs')) hash.update(name).update(readFileSync(join(directory, name)))
  const place = join(CACHE, `verifier-${hash.digest('hex').slice(0, 16)}.mjs`)
  if (existsSync(place)) return place
  mkdirSync(CACHE, { recursive: true })
  const draft = join(CACHE, `${process.pid}-${basename(place)}`)
  writeFileSync(draft, await buildCore())
  renameSync(draft, place)
  return place
}
