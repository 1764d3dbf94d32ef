// Loaded by each worker before Vitest. Vitest tells its main process of each import, in a message of its own: here
// only of those of test files, since our modules and packages have thousands. What is compiled is kept for all workers and runs.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

module.enableCompileCache?.(
  fileURLToPath(new URL('../../node_modules/.cache/attestry-tests', import.meta.url)),
)

const { registerHooks } = module

/** @type {typeof registerHooks} */
const ofTestFiles = (hooks) =>
  registerHooks({
    ...hooks,
    resolve: (specifier, context, next) =>
      hooks.resolve !== undefined && `${specifier} ${context.parentURL}`.includes('vitest=')
        ? hooks.resolve(specifier, context, next)
        : next(specifier, context),
  })
if (registerHooks !== undefined) Object.assign(module, { registerHooks: ofTestFiles })
