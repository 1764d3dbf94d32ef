import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endAll, ended, serve, temporaryDirectory } from '../harness/command.ts'
import { freePort } from '../harness/ports.ts'

let root: Awaited<ReturnType<typeof temporaryDirectory>>
beforeAll(async () => {
  root = await temporaryDirectory()
})
afterAll(async () => {
  await endAll()
  await root.remove()
})

test('an error while stopping keeps neither the process nor its PostgreSQL running', async () => {
  const dataDir = join(root.path, 'data')
  const { child, printed } = await serve({ PORT: String(await freePort()), ATTESTRY_DATA_DIR: dataDir })
  const instance = join(dataDir, 'instance.json')
  // The first file to be removed cannot be read.
  await writeFile(instance, '{')
  child.kill('SIGTERM')
  await ended(child)
  expect(child.exitCode).toBe(1)
  expect(printed()).toContain('attestry: ')
  const again = await serve({ PORT: String(await freePort()), ATTESTRY_DATA_DIR: dataDir })
  expect(again.printed()).not.toContain('left behind')
})
