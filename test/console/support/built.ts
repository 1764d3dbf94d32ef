import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { isBuilt } from '../../../gateway/console/build.mjs'

/**
 * Builds the console where the built files are not of the present sources: `npm ci` builds it, and sources may change after that.
 * The build runs in a process of its own, since it depends on NODE_ENV, which is `test` here.
 */
export async function builtConsole(): Promise<void> {
  if (await isBuilt()) return
  execFileSync(process.execPath, [fileURLToPath(BUILD), '--force'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'pipe',
  })
}

/** Returns the page that verifies packages, as the console serves it for auditors to keep. */
export async function verifyingPage(): Promise<Buffer> {
  await builtConsole()
  return readFileSync(PAGE)
}

const BUILD = new URL('../../../gateway/console/build.mjs', import.meta.url)
const PAGE = new URL('../../../gateway/console/dist/verify.html', import.meta.url)
