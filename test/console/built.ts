import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { isBuilt } from '../../gateway/console/build.mjs'

/**
 * Sees to it that what is served is made of the present sources: `npm ci` builds it, a change after that does not. The build is
 * a process of its own, since it depends on NODE_ENV, which is `test` here.
 */
export async function builtConsole(): Promise<void> {
  if (await isBuilt()) return
  execFileSync(process.execPath, [fileURLToPath(BUILD), '--force'], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: 'pipe',
  })
}

const BUILD = new URL('../../gateway/console/build.mjs', import.meta.url)
