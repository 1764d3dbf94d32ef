import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import http2 from 'node:http2'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { mintSecret } from '../../services/kernel/crypto/secrets.ts'
import { attestry } from '../harness/command.ts'
import { cloneDatabase } from '../harness/database.ts'
import { call } from '../harness/rest.ts'
import { expectWhole } from '../process/support/integrity.ts'
import { spawnServe } from '../process/support/serve.ts'
import { type Split, serveSplit } from '../process/support/split.ts'

/** Where root runs the tests and everybody can read the checkout, the services run as a user who cannot write to it. */
const SOMEBODY = process.getuid?.() === 0 && isOpenToAll(import.meta.dirname) ? { uid: 65_533 } : {}

let directory: string
let env: NodeJS.ProcessEnv
let at: Split
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'attestry-tls-'))
  await chmod(directory, 0o755)
  for (const name of ['ours', 'theirs']) {
    const made = await attestry(['certificates', 'create', '--directory', join(directory, name)])
    expect(made.stderr).toBe('')
  }
  await chmod(join(directory, 'ours'), 0o755)
  await chmod(join(directory, 'ours/attestry-key.pem'), 0o644)
  await mkdir(join(directory, 'checkpoints'))
  await chmod(join(directory, 'checkpoints'), 0o777)
  env = {
    DATABASE_URL: await cloneDatabase(inject('clusterUrl')),
    ATTESTRY_CLIENT_TOKEN: mintSecret('atc').secret,
    ATTESTRY_CHECKPOINT_DIR: join(directory, 'checkpoints'),
    ATTESTRY_TLS_CERT: join(directory, 'ours/attestry.pem'),
    ATTESTRY_TLS_KEY: join(directory, 'ours/attestry-key.pem'),
    ATTESTRY_TLS_CA: join(directory, 'ours/ca.pem'),
    ...inject('kms'),
  }
  const nowhere = { ATTESTRY_DATA_DIR: '/nonexistent/attestry', HOME: '/nonexistent' }
  at = await serveSplit({ ...env, ...nowhere }, SOMEBODY)
})
afterAll(async () => {
  await at?.stop()
  await rm(directory, { recursive: true, force: true })
})

/** The operator and the administrator of an organization, on another machine: a data directory, no database. */
const command = (...args: string[]) => {
  const { DATABASE_URL: _, ...rest } = at.env
  const others = { ATTESTRY_DATA_DIR: join(directory, 'operator'), ATTESTRY_BASE_URL: at.baseUrl }
  return attestry([...args, '--json'], { env: { ...rest, ...others } })
}

test('separate processes of an ordinary user with mutual TLS and an external database do the whole work', async () => {
  const organization = await command(
    'org',
    'create',
    '--name',
    'Over TLS',
    '--addons',
    'agent_governance,control',
  )
  expect(organization.stderr).toBe('')
  const org = ['--org', organization.json.id]
  const permissions = 'incidents:write,incidents:read,evaluations:write,gate:query'
  const { key } = (await command('key', 'create', ...org, '--name', 'k', '--permissions', permissions)).json
  const system = (await command('system', 'create', ...org, '--name', 'Scorer')).json
  const incident = await call(at.baseUrl, '/api/v1/incidents', {
    key,
    body: { title: 'TLS', severity: 'low' },
  })
  expect(incident.status).toBe(201)
  const result = {
    ai_system_name: 'Scorer',
    source: 'ci',
    eval_type: 'drift',
    metric_name: 'psi',
    metric_value: 0.1,
    passed: true,
    evaluated_at: '2026-01-02T03:04:05Z',
  }
  expect((await call(at.baseUrl, '/api/v1/ai-evaluations', { key, body: result })).body.created).toBe(1)
  const gate = await call(at.baseUrl, `/api/v1/gate-status/${system.id}`, { key })
  expect(gate.body).toMatchObject({ decision: 'block', ai_system_id: system.id })
  expect((await command('audit', 'verify', ...org)).json).toMatchObject({ ok: true })
  await expectWhole(env.DATABASE_URL!)
})

test('the gateway’s /readyz succeeds only while every service answers, and names a missing one', async () => {
  expect(await call(at.baseUrl, '/readyz')).toMatchObject({ status: 200, body: { status: 'ready' } })
  await at.process('gate').end('SIGTERM')
  const without = await call(at.baseUrl, '/readyz')
  expect(without).toMatchObject({ status: 503, body: { missing: ['gate'] } })
  await at.start('gate')
  await expect.poll(async () => (await call(at.baseUrl, '/readyz')).status).toBe(200)
})

test('the image’s health check tells a process that answers from one that does not', async () => {
  for (const url of Object.values(at.urls))
    expect(await healthcheck([url])).toEqual({ code: 0, errorText: '' })
  expect(await healthcheck([])).toEqual({ code: 0, errorText: '' })
  expect(await healthcheck([], { PORT: '1' })).toMatchObject({ code: 1 })
  expect(await healthcheck(['https://127.0.0.1:1'])).toMatchObject({ code: 1 })
  const bare = { ATTESTRY_TLS_CERT: undefined, ATTESTRY_TLS_KEY: undefined }
  expect(await healthcheck([at.urls.ledger!], bare)).toMatchObject({ code: 1 })
})

test('a service answers only clients with a certificate of the installation’s authority', async () => {
  const [ours, theirs] = await Promise.all([pem('ours'), pem('theirs')])
  for (const url of Object.values(at.urls)) {
    expect(await post(url, { ca: ours.ca, cert: ours.cert, key: ours.key }), 'ours').toBe(401)
    expect(await post(url, { ca: ours.ca }), 'none').toMatch(/certificate required|ECONNRESET|EPIPE|closed/i)
    const foreign = { ca: ours.ca, cert: theirs.cert, key: theirs.key }
    expect(await post(url, foreign), 'of another authority').toMatch(
      /unknown ca|certificate|ECONNRESET|EPIPE|closed/i,
    )
    expect(await post(url.replace('https:', 'http:'), {}), 'plaintext').toMatch(
      /error|ECONNRESET|EPIPE|closed/i,
    )
  }
})

test('a client trusts only services whose certificate has its authority and the called name', async () => {
  const [ours, theirs] = await Promise.all([pem('ours'), pem('theirs')])
  const { cert, key } = ours
  expect(await post(at.urls.ledger!, { ca: theirs.ca, cert, key })).toMatch(/verify|self.signed|issuer/i)
  const asAnother = { ca: ours.ca, cert, key, servername: 'ledger.example.com' }
  expect(await post(at.urls.ledger!, asAnother)).toMatch(/altnames|does not match/i)
})

test('a certificate alone is not a credential: without a service client’s token every call is answered 401', async () => {
  const { ca, cert, key } = await pem('ours')
  const unknown = { authorization: `Bearer ${mintSecret('atc').secret}` }
  for (const headers of [{}, unknown])
    for (const url of Object.values(at.urls)) expect(await post(url, { ca, cert, key }, headers)).toBe(401)
  const { token } = (await command('client', 'create', '--name', 'risk', '--services', 'ingestion')).json
  const { data } = (await command('org', 'list')).json
  const as = { authorization: `Bearer ${token}`, 'attestry-organization': data[0].id }
  expect(await post(at.urls.ingestion!, { ca, cert, key }, as)).toBe(200)
  expect(await post(at.urls.ledger!, { ca, cert, key }, as), 'a service that it may not call').toBe(403)
})

test('without TLS a service refuses to listen beyond loopback', async () => {
  const { ATTESTRY_TLS_CERT: _, ATTESTRY_TLS_KEY: __, ATTESTRY_TLS_CA: ___, ...plain } = env
  const listen = { ATTESTRY_LEDGER_LISTEN: '0.0.0.0:0', ATTESTRY_DATA_DIR: join(directory, 'plain') }
  const started = await spawnServe({ ...plain, ...listen }, { roles: ['ledger'] })
  expect(await started.ended).toBe(1)
  expect(started.output()).toContain('0.0.0.0 is not loopback: internal ports need TLS there')
})

function isOpenToAll(path: string): boolean {
  const { mode } = statSync(path)
  return (mode & 0o5) === 0o5 && (path === '/' || isOpenToAll(dirname(path)))
}

async function pem(name: string): Promise<{ ca: string; cert: string; key: string }> {
  const read = (file: string) => readFile(join(directory, name, file), 'utf8')
  const [ca, cert, key] = await Promise.all([read('ca.pem'), read('attestry.pem'), read('attestry-key.pem')])
  return { ca, cert, key }
}

/** Calls a service by hand: the HTTP status, or why there was none. */
function post(
  url: string,
  tls: http2.SecureClientSessionOptions,
  headers: { [name: string]: string } = {},
): Promise<number | string> {
  return new Promise((resolve) => {
    const session = http2.connect(url, tls)
    const finish = (answer: number | string): void => {
      resolve(answer)
      session.destroy()
    }
    session.on('error', (error) => finish(String(error)))
    session.on('close', () => finish('closed'))
    const stream = session.request({
      ':method': 'POST',
      ':path': Object.entries(READS).find(([name]) => url.endsWith(new URL(at.urls[name]!).host))![1],
      'content-type': 'application/json',
      'connect-protocol-version': '1',
      ...headers,
    })
    stream.on('error', (error) => finish(String(error)))
    stream.on('response', (answer) => finish(Number(answer[':status'])))
    stream.end('{}')
  })
}

const READS: { [service: string]: string } = {
  ledger: '/attestry.ledger.v1.OrganizationService/ListOrganizations',
  gate: '/attestry.gate.v1.SystemService/ListSystems',
  ingestion: '/attestry.ingestion.v1.EvaluationService/ListEvaluations',
  evidence: '/attestry.evidence.v1.EvidenceService/ListExports',
}

async function healthcheck(
  args: string[],
  more: NodeJS.ProcessEnv = {},
): Promise<{ code: number; errorText: string }> {
  const script = join(import.meta.dirname, '../../deploy/healthcheck.mjs')
  const child = spawn(process.execPath, [script, ...args], {
    env: Object.fromEntries(
      Object.entries({ ...at.env, ...more }).filter(([, value]) => value !== undefined),
    ),
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const [errorText, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  return { code: code as number, errorText }
}
