import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
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

test('the document has no finding of spectral’s rules for OpenAPI', async () => {
  const spectral = new Spectral()
  spectral.setRuleset({ extends: [oas as never], rules: {} })
  const found = await spectral.run(JSON.parse(JSON.stringify(document)))
  expect(found.map(({ code, path, message }) => `${code} ${path.join('.')}: ${message}`)).toEqual([])
})

test('every parameter is described, every array has items, and no field of a request has a default', () => {
  const problems: string[] = []
  walk(document, '', (value, path) => {
    const isParameter = typeof value.in === 'string' && typeof value.name === 'string' && 'schema' in value
    if (isParameter && !value.description) problems.push(`${path}: not described`)
    if ([value.type].flat().includes('array') && !('items' in value)) problems.push(`${path}: no items`)
    if ('default' in value) problems.push(`${path}: a default`)
  })
  expect(problems).toEqual([])
})

test('a result is documented to name its AI system by id or by name', () => {
  expect(document.components.schemas.EvaluationRequest).toMatchObject({
    anyOf: [{ required: ['ai_system_id'] }, { required: ['ai_system_name'] }],
    properties: { payload: { additionalProperties: true } },
  })
})

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

type Node = { [key: string]: unknown }

function walk(value: unknown, path: string, visit: (value: Node, path: string) => void): void {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) visit(value as Node, path)
  for (const [key, inner] of Object.entries(value)) walk(inner, `${path}/${key}`, visit)
}
