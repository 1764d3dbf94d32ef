// Loaded by each worker of `unit` and `system` before Vitest, which watches each import from then on: what a composition loads. It is
// compiled once for all workers and runs. The threads of a worker, which get the same arguments, do without.
import module from 'node:module'
import { fileURLToPath } from 'node:url'
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  module.enableCompileCache(
    fileURLToPath(new URL('../../node_modules/.cache/attestry-tests', import.meta.url)),
  )
  await import('../../gateway/cli/process/compose.ts')
  module.flushCompileCache()
}
