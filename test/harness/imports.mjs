// Loaded by each worker before Vitest. Vitest sends its main process a message for each import. With this it does so only for the
// imports of test files, since our modules and packages have thousands of imports. Compiled code is cached for all workers and
// runs.
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
