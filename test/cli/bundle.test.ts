import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'

const run = promisify(execFile)
const checkout = join(import.meta.dirname, '../..')
// Beside the packages, as the real one is, whose packages it shares.
const bundle = join(checkout, `node_modules/.cache/attestry-bundle-test-${process.pid}`)
const entry = join(bundle, 'command.mjs')

beforeAll(async () => {
  const { stderr } = await run(process.execPath, ['gateway/cli/bundle/build.mjs', bundle], { cwd: checkout })
  expect(stderr).toBe('')
})
afterAll(() => rm(bundle, { recursive: true, force: true }))

/** What the command prints, run from a module. */
const printed = async (module: string, ...argv: string[]) => {
  const script = `import { main } from ${JSON.stringify(pathToFileURL(module).href)}\nawait main(${JSON.stringify(argv)})`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: checkout })
  return stdout
}

test('the bundled command says what its sources say', async () => {
  for (const argv of [['--help'], ['serve', '--help'], ['key', 'create', '--help']])
    expect(await printed(entry, ...argv)).toBe(await printed(join(checkout, 'gateway/cli/main.ts'), ...argv))
})

test('the bundled command finds the files that its sources find by their own URL', async () => {
  const script = `import { main } from ${JSON.stringify(pathToFileURL(entry).href)}\nawait main(['verify', 'none.zip'])`
  const ran = run(process.execPath, ['--input-type=module', '-e', script])
  // What the verifier says: it was found, and has run.
  await expect(ran).rejects.toMatchObject({ stdout: expect.stringContaining('NOTHING VERIFIED') })
})
