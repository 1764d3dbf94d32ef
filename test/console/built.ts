import { buildConsole, isBuilt } from '../../gateway/console/build.mjs'

/** Sees to it that what is served is made of the present sources: `npm ci` builds it, a change after that does not. */
export async function builtConsole(): Promise<void> {
  if (!(await isBuilt())) await buildConsole()
}
