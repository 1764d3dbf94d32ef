import { isAscii } from 'node:buffer'
import { execFile } from 'node:child_process'
import { cp, readdir, readFile, rm, stat, truncate } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshBundle } from '../../gateway/cli/bundle/fresh.mjs'

const run = promisify(execFile)
const checkout = join(import.meta.dirname, '../..')
// Beside the real bundle, whose packages it shares.
const bundle = join(checkout, `node_modules/.cache/attestry-bundle-test-${process.pid}`)
const entry = join(bundle, 'command.mjs')

/** What was built of these sources is copied, without what was compiled of it: a test damages that. */
beforeAll(async () => {
  const built = freshBundle()
  if (built !== undefined) {
    const filter = (path: string) => !path.endsWith('.compiled')
    return await cp(dirname(fileURLToPath(built.command)), bundle, { recursive: true, filter })
  }
  const { stderr } = await run(process.execPath, ['gateway/cli/bundle/build.mjs', bundle], { cwd: checkout })
  expect(stderr).toBe('')
})
afterAll(() => rm(bundle, { recursive: true, force: true }))

/** What the commands print one after another, run from a module in one process. */
const printed = async (module: string, ...commands: string[][]) => {
  const script = `import { main } from ${JSON.stringify(pathToFileURL(module).href)}
    for (const argv of ${JSON.stringify(commands)}) await main(argv)`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: checkout })
  return stdout
}

test('the bundled attestry command prints the same help as its sources', async () => {
  const commands = [['--help'], ['serve', '--help'], ['key', 'create', '--help']]
  const said = await printed(entry, ...commands)
  expect(said.match(/^Usage: attestry /gm)).toHaveLength(commands.length)
  expect(said).toBe(await printed(join(checkout, 'gateway/cli/main.ts'), ...commands))
})

test('the bundled attestry command finds the files that its sources find by their own URL', async () => {
  const script = `import { main } from ${JSON.stringify(pathToFileURL(entry).href)}\nawait main(['verify', 'none.zip'])`
  const ran = run(process.execPath, ['--input-type=module', '-e', script])
  // What the verifier says: it was found, and has run.
  await expect(ran).rejects.toMatchObject({ stdout: expect.stringContaining('NOTHING VERIFIED') })
})

/** Runs the script of `attestry serve` in a process of its own. Returns what it prints. */
const servePrinted = async (path: string, ...argv: string[]) => {
  const from = (file: string) => JSON.stringify(pathToFileURL(join(checkout, file)).href)
  const script = `import { channel } from 'node:diagnostics_channel'
    import { serveScript } from ${from('gateway/cli/bundle/serve-script.mjs')}
    const { main } = serveScript(${JSON.stringify(path)}, { keep: true })
    await main(${JSON.stringify(argv)})
    // A start loads the parser of SQL, which sets flags of V8.
    const { loadParser } = await import(${from('services/kernel/database/tenant-guard/parser.ts')})
    await loadParser()
    channel('attestry.started').publish({})`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { cwd: checkout })
  return stdout
}

test('the bundled script of serve prints the same help as its sources, and a second start uses its compile cache', async () => {
  const names = await readdir(bundle)
  const path = join(bundle, names.find((name) => /^serve-[A-Z0-9]+\.js$/.test(name))!)
  expect(isAscii(await readFile(path))).toBe(true)
  const expected = await printed(join(checkout, 'gateway/cli/main.ts'), ['serve', '--help'])
  expect(await servePrinted(path, 'serve', '--help')).toBe(expected)
  const { ino, size } = await stat(`${path}.compiled`)
  expect(size).toBeGreaterThan(1_000_000)
  expect(await servePrinted(path, 'serve', '--help')).toBe(expected)
  // What V8 refuses would be written anew.
  expect((await stat(`${path}.compiled`)).ino).toBe(ino)
  await truncate(`${path}.compiled`, size / 2)
  expect(await servePrinted(path, 'serve', '--help')).toBe(expected)
  expect((await stat(`${path}.compiled`)).size).toBeGreaterThan(1_000_000)
})
