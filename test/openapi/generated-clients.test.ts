import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openapiDocument } from '../../gateway/openapi/document.ts'
import { OPERATIONS } from '../../gateway/operations/index.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const document = openapiDocument(OPERATIONS, 'https://attestry.test')
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'attestry-clients-'))
  await cp(join(ROOT, 'test/openapi/clients'), directory, { recursive: true })
  await symlink(join(ROOT, 'node_modules'), join(directory, 'node_modules'))
  await writeFile(join(directory, 'package.json'), '{ "type": "module" }')
  await writeFile(join(directory, 'openapi.json'), JSON.stringify(document))
  await mkdir(join(directory, 'generated'))
})
afterAll(() => rm(directory, { recursive: true, force: true }))

test('clients of openapi-typescript and @hey-api/openapi-ts compile, as generated with their defaults', async () => {
  await generate('openapi-typescript/bin/cli.js', 'openapi.json', '-o', 'generated/openapi-typescript.ts')
  await generate('@hey-api/openapi-ts/bin/run.js', '-i', 'openapi.json', '-o', 'generated/hey-api')
  await writeFile(
    join(directory, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...{
          strict: true,
          noEmit: true,
          target: 'es2023',
          lib: ['es2023', 'dom', 'dom.iterable'],
          types: [],
        },
        ...{ module: 'esnext', moduleResolution: 'bundler', allowImportingTsExtensions: true },
        preserveSymlinks: true,
      },
      include: ['fetch.ts', 'hey-api.ts'],
    }),
  )
  const { stdout } = await run([join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'])
  expect(stdout).toBe('')
})

async function generate(program: string, ...args: string[]): Promise<void> {
  const hook = `--import=${new URL('clients/earlier-typescript.mjs', import.meta.url).href}`
  await run([join(ROOT, 'node_modules', program), ...args], { NODE_OPTIONS: hook })
}

async function run(args: string[], env: NodeJS.ProcessEnv = {}): Promise<{ stdout: string }> {
  return promisify(execFile)(process.execPath, args, {
    cwd: directory,
    env: { ...process.env, ...env },
  }).catch((error: { stdout: string; stderr: string }) => {
    throw new Error(`${error.stdout}\n${error.stderr}`)
  })
}
