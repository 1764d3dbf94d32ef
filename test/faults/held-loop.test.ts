import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAll, serve, temporaryDirectory } from '../harness/command.ts'
import { freePort } from '../harness/ports.ts'

let root: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  root = await temporaryDirectory()
})
afterAll(async () => {
  await endAll()
  await root.remove()
})

test('serve starts even if loading its code takes longer than a connection’s timeout', async () => {
  const { printed } = await serve({
    PORT: String(await freePort()),
    ATTESTRY_DATA_DIR: join(root.path, 'data'),
    NODE_OPTIONS: `--import=${new URL('support/held-loop.mjs', import.meta.url).href}`,
  })
  expect(printed()).toContain('Attestry is ready')
})
