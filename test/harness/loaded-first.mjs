// Loaded by each worker of `unit` and `system` before Vitest, which watches each import from then on: what a composition loads. It is
// compiled once for all workers and runs.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

module.enableCompileCache(fileURLToPath(new URL('../../node_modules/.cache/attestry-tests', import.meta.url)))
await import('../../gateway/cli/process/compose.ts')
module.flushCompileCache()
