import { createHmac } from 'node:crypto'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MAPPING_EXAMPLE, SIGNATURE_EXAMPLE } from '../../gateway/docs/guides-view.ts'
import { LANGUAGES } from '../../gateway/docs/samples-view.ts'
import { openapiDocument } from '../../gateway/openapi/document.ts'
import { OPERATIONS } from '../../gateway/operations/index.ts'
import { checkMapping } from '../../services/ingestion/domain/webhook/formats/save-mapping.ts'
import { commandHost, pythonHost } from '../harness/command-host.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { tenantOf } from '../ingestion/support.ts'
import { conformance, type Document, type Documented } from '../openapi/support.ts'
import { run } from '../pipelines/pipeline.ts'
import { administration, WebhookFormat } from '../webhook/support/endpoint.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const document: Document = openapiDocument(OPERATIONS, 'http://attestry.test')
/** Creates run first, so that the reads find objects. */
const DOCUMENTED: Documented[] = Object.entries<Document>(document.paths)
  .flatMap(([path, item]) =>
    Object.entries<Document>(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  )
  .sort((one, other) => Number(one.method === 'GET') - Number(other.method === 'GET'))

type Example = { operation: string; language: string; form: string; code: string }

let at: TestInstallation
let workspace: string
let examples: Example[]
const environment: { [name: string]: string } = {}
const tenant = () => tenantOf(at)

beforeAll(async () => {
  at = await bootInstallation()
  workspace = await mkdtemp(join(tmpdir(), 'attestry-docs-'))
  examples = examplesOf(await (await fetch(`${at.baseUrl}/docs`)).text())
  const systemId = await tenant().system('claims-assistant')
  const thresholds = ['attack_success_rate:prompt_injection:lte:0.05', 'exact_match:accuracy:gte:0.9']
  await tenant().suite(systemId, 'release', ...thresholds)
  const incident = await tenant().rest('/incidents', { title: 'An incident', severity: 'low' })
  const endpoint = await administration(at).make({ format: WebhookFormat.SERVICE })
  Object.assign(environment, {
    ATTESTRY_URL: at.baseUrl,
    ATTESTRY_API_KEY: at.organization.key,
    ATTESTRY_WEBHOOK_URL: `${at.baseUrl}${endpoint.path}`,
    ATTESTRY_WEBHOOK_SECRET: endpoint.secret,
    AI_SYSTEM_ID: systemId,
    INCIDENT_ID: incident.body.id,
    DECISION_ID: (await tenant().rest(`/gate-status/${systemId}`)).body.decision_id,
  })
})
afterAll(async () => {
  await at.stop()
  await rm(workspace, { recursive: true })
})

describe('each example on /docs runs as written, and is answered as documented', () => {
  const check = conformance(document)
  for (const documented of DOCUMENTED) {
    const { operation, method, path } = documented
    test(`${method} ${path}`, async () => {
      const shown = examples.filter((example) => example.operation === operation.operationId)
      const forms = [...new Set(shown.map(({ form }) => form))]
      const { example, examples: several } = operation.requestBody?.content['application/json'] ?? {}
      const isBatch = several !== undefined && 'named' in several
      expect(forms).toEqual(isBatch ? Object.keys(several) : ['one'])
      expect(example === undefined || several === undefined).toBe(true)
      expect(shown).toHaveLength(forms.length * LANGUAGES.length)
      for (const form of forms) {
        for (const [language] of LANGUAGES) {
          const one = shown.find((found) => found.form === form && found.language === language)!
          const ran = await runExample(one, await ownRun(operation.operationId))
          expect([language, form, ran.code, ran.stderr]).toEqual([language, form, 0, ''])
          const body = JSON.parse(ran.stdout)
          expect(check(documented, answered(documented, body))).toEqual([])
          if (isBatch) expect([form, body.created]).toEqual([form, form === 'one' ? 1 : 2])
          expect(body.warnings).toBeUndefined()
        }
      }
    })
  }
})

test('the TypeScript examples on /docs compile under the strictest settings', async () => {
  const types = { types: ['node'], typeRoots: [join(ROOT, 'node_modules/@types')] }
  const strict = { strict: true, noEmit: true, target: 'esnext', module: 'nodenext', skipLibCheck: true }
  await symlink(join(ROOT, 'node_modules'), join(workspace, 'node_modules'))
  await writeFile(
    join(workspace, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: { ...strict, ...types, noUncheckedIndexedAccess: true, noUnusedLocals: true },
    }),
  )
  const written = examples.filter(({ language }) => language === 'typescript')
  expect(written.length).toBeGreaterThan(20)
  for (const { operation, form, code } of written)
    await writeFile(join(workspace, `${operation}-${form}.mts`), code)
  const tsc = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', workspace]
  expect(await run(process.execPath, tsc)).toEqual({ code: 0, stdout: '', stderr: '' })
})

test('an example on /docs whose key is refused fails with the API’s answer', async () => {
  const shown = examples.filter(({ operation }) => operation === 'listIncidents')
  for (const one of shown) {
    const ran = await runExample(one, { ATTESTRY_API_KEY: 'atk_unknown' })
    expect(ran.code, one.language).not.toBe(0)
    expect(ran.stdout + ran.stderr).toContain('401')
  }
})

test('the example signature on /docs follows the signature rule', () => {
  const { secret, t, body, v1 } = SIGNATURE_EXAMPLE
  expect(createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')).toBe(v1)
})

test('the example mapping on /docs fills every incident field that it names', () => {
  const sample = {
    alert: { name: 'Door open', level: 'P1', id: 7, time: '2026-02-03T08:15:42Z', host: 'gate-1' },
  }
  const { incident } = checkMapping(JSON.stringify(MAPPING_EXAMPLE), JSON.stringify(sample))
  expect(incident).toMatchObject({
    ...{ title: 'Door open', severity: 'critical', externalId: '7', affectedSystems: ['gate-1'] },
    occurredAt: '2026-02-03T08:15:42.000Z',
  })
})

/** The text that the page offers for copying, as a browser would copy it. */
function examplesOf(page: string): Example[] {
  const figures =
    /<figure data-operation="(\w+)" data-language="(\w+)" data-form="(\w+)">.*?<code>(.*?)<\/code>/gs
  return [...page.matchAll(figures)].map(([, operation, language, form, code]) => ({
    ...{ operation: operation!, language: language!, form: form! },
    code: code!.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => CHARACTERS[name]!),
  }))
}

const CHARACTERS: { [name: string]: string } = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

async function runExample({ operation, language, form, code }: Example, more: NodeJS.ProcessEnv) {
  const env = { ...environment, ...more }
  if (language === 'curl') return run('bash', ['-euo', 'pipefail', '-c', code], env)
  if (language === 'python') return python([code], env)
  const file = join(workspace, `${operation}-${form}.mts`)
  await writeFile(file, code)
  return typescript([file], env)
}

/** Each stays for all examples of its language: most of them take less time than its start. */
const python = pythonHost()
const typescript = commandHost(
  process.execPath,
  fileURLToPath(new URL('support/run-example.mjs', import.meta.url)),
)

/** A run is reported once, and an event has its place in a run: each example has an organization or a run of its own. */
async function ownRun(operation: string): Promise<NodeJS.ProcessEnv> {
  if (operation === 'submitRuns') return { ATTESTRY_API_KEY: (await at.another()).key }
  if (operation !== 'submitRunEvents') return {}
  runs += 1
  const made = await tenant().rest('/agent-runs', {
    ...{ agent_identity: 'claims-agent', run_ref: `docs-${runs}`, started_at: '2026-03-02T09:00:00Z' },
  })
  return { RUN_ID: made.body.data[0].id }
}

let runs = 0

/** The answer as the check wants it: examples show no headers, and the webhook's repeats are replays. */
function answered({ operation }: Documented, body: Document) {
  const status =
    body.replay === true
      ? 200
      : Number(Object.keys(operation.responses).find((code) => code === '201') ?? 200)
  const names = Object.keys(operation.responses[status].headers)
  return { status, headers: new Headers(names.map((name) => [name, '1'])), body, text: '' }
}
