import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { run } from '../pipelines/pipeline.ts'
import { makeMicroservice } from './support/microservice.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let at: TestInstallation
let workspace: string
let environment: NodeJS.ProcessEnv
let blocks: string[]
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
  workspace = await mkdtemp(join(tmpdir(), 'attestry-grpc-'))
  await symlink(join(ROOT, 'node_modules'), join(workspace, 'node_modules'))
  await symlink(join(ROOT, 'proto/gen'), join(workspace, 'gen'))
  const { token } = await makeMicroservice(at)
  environment = { ...process.env, LEDGER_URL: at.urls.ledger!, TOKEN: token, ORG: at.organization.id }
  const page = await readFile(join(ROOT, 'docs/grpc.md'), 'utf8')
  const section = page.split('### The details of an error')[1]?.split('\n## ')[0] ?? ''
  blocks = [...section.matchAll(/```js\n([\s\S]*?)```/g)].map(([, code]) => code!)
})
afterAll(async () => {
  await at?.stop()
  await rm(workspace, { recursive: true })
})

test.each([
  ['@grpc/grpc-js', 0],
  ['@connectrpc/connect', 1],
])('the example of docs/grpc.md with %s reads the reason and the fields of an error', async (library, n) => {
  expect(blocks).toHaveLength(2)
  expect(blocks[n]).toContain(`'${library}'`)
  const file = join(workspace, `example-${n}.mjs`)
  await writeFile(file, blocks[n]!)
  const { code, stdout, stderr } = await run(process.execPath, [file], environment)
  expect([code, stderr]).toEqual([0, ''])
  const fieldErrors = { title: ['must not be empty'], severity: expect.any(Array) }
  expect(JSON.parse(stdout)).toEqual({
    reason: 'REASON_VALIDATION',
    details: { formErrors: [], fieldErrors },
  })
})

test('over Connect in JSON a detail has its type, and its message in base64', async () => {
  const { connect } = await import('node:http2')
  const session = connect(environment.LEDGER_URL!)
  const request = session.request({
    ...{ ':method': 'POST', ':path': '/attestry.ledger.v1.IncidentService/CreateIncident' },
    ...{ authorization: `Bearer ${environment.TOKEN}`, 'attestry-organization': environment.ORG },
    'content-type': 'application/json',
  })
  request.end('{"title":""}')
  let body = ''
  for await (const chunk of request) body += chunk
  session.close()
  const { code, details } = JSON.parse(body)
  expect(code).toBe('invalid_argument')
  expect(details).toMatchObject([
    { type: 'attestry.common.v1.ErrorDetail', value: expect.stringMatching(/^[A-Za-z0-9+/]+$/) },
  ])
})
