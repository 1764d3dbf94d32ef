// Loaded by each worker before Vitest. Vitest sends its main process a message for each import. With this it does so only for the
// imports of test files, since our modules and packages have thousands of imports. Compiled code is cached for all workers and
// runs.
import module from 'node:module'
import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'

module.enableCompileCache?.(
  fileURLToPath(new URL('../../node_modules/.cache/attestry-tests', import.meta.url)),
)

const { registerHooks } = module
const ROOT = new URL('../../', import.meta.url).href

/** @type {{ [extension: string]: string }} */
const FORMATS = { '.ts': 'module-typescript', '.mjs': 'module' }

// Our own files import each other by paths with extensions, which need no search: no package's scope, no link, no other name.
// A composition has six thousand such imports.
registerHooks?.({
  resolve: (specifier, context, next) => {
    const format = specifier.startsWith('.') ? FORMATS[extname(specifier)] : undefined
    const isOurs = context.parentURL?.startsWith(ROOT) && !context.parentURL.includes('/node_modules/')
    if (format === undefined || !isOurs || context.conditions.includes('require'))
      return next(specifier, context)
    return { url: new URL(specifier, context.parentURL).href, format, shortCircuit: true }
  },
})

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
