import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@connectrpc/connect'
import { build } from 'esbuild'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  Attestry,
  isSigned,
  RateLimited,
  sign,
  Unreachable,
  verifyNotification,
} from '../../clients/typescript/src/index.ts'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { ChannelKind } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { listening } from '../harness/listening.ts'
import { freePort } from '../harness/ports.ts'
import { notificationsAs } from '../notifications/support/boot.ts'
import { OLDEST_NODE, run } from '../pipelines/pipeline.ts'
import { administration, WebhookFormat } from '../webhook/support/endpoint.ts'
import { NO_DECISIONS, SYSTEM } from './no-decisions.ts'
import { systemIn } from './readme.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

let at: TestInstallation
/** A project that has the packed package installed, and nothing else of this repository but TypeScript. */
let consumer: string
beforeAll(async () => {
  at = await bootInstallation({ env: { ATTESTRY_NOTIFICATION_ADDRESSES: '127.0.0.0/8' } })
  consumer = await mkdtemp(join(tmpdir(), 'attestry-consumer-'))
  const packed = await run(
    'npm',
    ['pack', '--silent', '--pack-destination', consumer],
    {},
    join(ROOT, 'clients/typescript'),
  )
  expect({ code: packed.code, stderr: packed.stderr }).toEqual({ code: 0, stderr: '' })
  await writeFile(join(consumer, 'package.json'), '{ "type": "module", "private": true }')
  const tarball = `./${packed.stdout.trim().split('\n').at(-1)}`
  const installed = await run(
    'npm',
    ['install', '--offline', '--no-audit', '--no-fund', tarball],
    {},
    consumer,
  )
  expect(installed).toMatchObject({ code: 0 })
  await mkdir(join(consumer, 'node_modules/@types'))
  await symlink(join(ROOT, 'node_modules/@types/node'), join(consumer, 'node_modules/@types/node'))
})
afterAll(async () => {
  await at.stop()
  await rm(consumer, { recursive: true, force: true })
})

test('every example of the TypeScript client’s README compiles strictly and runs with the packed package', async () => {
  const readme = await readFile(join(ROOT, 'clients/typescript/README.md'), 'utf8')
  const examples = [...readme.matchAll(/```ts\n(.*?)```/gs)].map(([, code]) => code!)
  expect(examples).toHaveLength(6)
  const receiver = examples.findIndex((code) => code.includes('verifyNotification'))
  const [notification] = examples.splice(receiver, 1)
  await writeFile(join(consumer, 'examples.ts'), examples.join('\n'))
  await writeFile(join(consumer, 'receiver.ts'), notification!)
  await writeFile(join(consumer, 'misuse.ts'), MISUSE)
  await compiled(['examples.ts', 'receiver.ts', 'misuse.ts'])

  await createClient(SystemService, at.composition.transports.gate).createSystem(
    { name: systemIn(readme) },
    sessionCaller('createSystem', at.organization.admin.session, systemClock),
  )
  const endpoint = await administration(at).make({ format: WebhookFormat.SERVICE })
  const { code, stdout, stderr } = await run(OLDEST_NODE, [join(consumer, 'out/examples.js')], {
    ...{ ATTESTRY_URL: at.baseUrl, ATTESTRY_API_KEY: at.organization.key },
    ...{ ATTESTRY_WEBHOOK_URL: `${at.baseUrl}${endpoint.path}`, ATTESTRY_WEBHOOK_SECRET: endpoint.secret },
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const expected = [
    /^[0-9a-f-]{36} 2\S+Z$/m,
    /^nis2 Login from two places$/m,
    /^contained$/m,
    /^[0-9a-f]{64} \[\]$/m,
    /^block \[$/m,
    /^false$/m,
  ]
  for (const line of [...expected, /^not_found [0-9a-f-]{36}$/m]) expect(stdout).toMatch(line)
})

test('the README’s receiver accepts Attestry’s notifications, and nothing else', async () => {
  const { client, as } = notificationsAs(at, at.organization.admin.session)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const made = await client.createChannel(
    { name: 'hook', kind: ChannelKind.WEBHOOK, url },
    as('createChannel'),
  )
  const child = spawn(OLDEST_NODE, [join(consumer, 'out/receiver.js')], {
    env: { ATTESTRY_CHANNEL_SECRET: made.secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    let printed = ''
    child.stdout.on('data', (chunk) => {
      printed += chunk
    })
    const forged = () =>
      fetch(url, { method: 'POST', body: '{}' }).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(forged).toBe(401)
    await client.testChannel({ id: made.channel!.id }, as('testChannel'))
    await expect.poll(() => printed).toContain('channel.test')
  } finally {
    child.kill()
  }
})

test('the TypeScript client uses no module of Node.js, and bundles for browsers', async () => {
  const bundle = await build({
    stdin: { contents: "export * from '@attestry/client'", resolveDir: consumer },
    ...{ bundle: true, platform: 'browser', format: 'esm', write: false, logLevel: 'silent' },
  })
  expect(bundle.errors).toEqual([])
  expect(bundle.outputFiles[0]!.text.length).toBeLessThan(40_000)
})

test('the TypeScript client’s lists page to the end with each row once, and the log is read in its order', async () => {
  const { key } = await at.another()
  const client = new Attestry({ baseUrl: at.baseUrl, apiKey: key })
  for (const title of ['one', 'two', 'three', 'four', 'five'])
    await client.incidents.create({ title, severity: title === 'two' ? 'high' : 'low' })
  const titles = (rows: { title: string }[]) => rows.map(({ title }) => title)
  const all = client.incidents.list({ limit: 2 })
  expect(titles(await all.toArray())).toEqual(['five', 'four', 'three', 'two', 'one'])
  expect(titles(await all.toArray(3))).toEqual(['five', 'four', 'three'])
  expect(titles(await client.incidents.list({ severity: ['high', 'critical'] }).toArray())).toEqual(['two'])
  const sizes: number[] = []
  for await (const { data } of all.pages()) sizes.push(data.length)
  expect(sizes).toEqual([2, 2, 1])
  const created = async () => {
    const places: (number | null)[] = []
    for await (const entry of client.auditEntries.after(-1, { limit: 2 }))
      if (entry.operation === 'createIncident') places.push(entry.leaf_index)
    return places
  }
  await expect.poll(async () => (await created()).length).toBe(5)
  expect(await created()).toEqual((await created()).toSorted((one, other) => one! - other!))
})

test('the TypeScript client splits batches, uses the caller’s key for one call, and names refused fields', async () => {
  const client = new Attestry({ baseUrl: at.baseUrl, apiKey: at.organization.key })
  const runs = Array.from({ length: 101 }, (_, i) => ({
    ...{ agent_identity: 'bot', run_ref: `cut-${i}`, started_at: '2026-03-01T10:00:00Z' },
  }))
  expect(await client.agentRuns.submit(runs)).toHaveLength(101)
  await expect(client.agentRuns.submit(runs, { idempotencyKey: 'one' })).rejects.toThrow(RangeError)
  await expect(client.incidents.create({ title: '', severity: 'low' })).rejects.toMatchObject({
    ...{ name: 'ValidationFailed', code: 'validation_error', fieldErrors: { title: [expect.any(String)] } },
  })
  await expect(client.incidents.create({ title: '', severity: 'dire' as 'low' })).rejects.toThrow(
    /^400 validation_error: .+ \(and 1 more in details\)$/,
  )
  const other = new Attestry({ baseUrl: at.baseUrl, apiKey: 'atk_unknown' })
  await expect(other.incidents.list().toArray()).rejects.toMatchObject({ name: 'Unauthorized', status: 401 })
  const one = { title: 'once', severity: 'low' as const }
  const again = { idempotencyKey: 'the-same' }
  expect((await client.incidents.create(one, again)).id).toBe((await client.incidents.create(one, again)).id)
})

test('the TypeScript client retries a lost create with the same key, waits for Retry-After, follows no redirect', async () => {
  const keys: unknown[] = []
  const answering: RequestListener = (request, response) => {
    const refused = (seconds: string) =>
      response
        .writeHead(429, { 'retry-after': seconds })
        .end('{"error":{"code":"rate_limited","message":"wait"}}')
    if (request.url?.startsWith('/api/v1/assets')) refused('3600')
    else if (request.url !== '/api/v1/incidents')
      response.writeHead(302, { location: '/api/v1/incidents' }).end()
    else if (keys.push(request.headers['idempotency-key']) === 1) request.socket.destroy()
    else if (keys.length === 2) refused('0')
    else response.writeHead(201).end('{"id":"made"}')
  }
  await listening(answering, async (baseUrl) => {
    const client = new Attestry({ baseUrl, apiKey: 'key' })
    expect((await client.incidents.create({ title: 'x', severity: 'low' })).id).toBe('made')
    await expect(client.gate.status('x')).rejects.toBeInstanceOf(Unreachable)
    await expect(client.assets.list().toArray()).rejects.toMatchObject({ retryAfterMs: 3_600_000 })
    await expect(client.assets.list().toArray()).rejects.toBeInstanceOf(RateLimited)
    const signal = AbortSignal.abort(new Error('enough'))
    await expect(client.incidents.list({}, { signal }).toArray()).rejects.toThrow('enough')
  })
  expect(keys).toHaveLength(3)
  expect(new Set(keys).size).toBe(1)
  expect(() => new Attestry({ baseUrl: 'https://a:b@x', apiKey: 'k' })).toThrow('credentials')
})

test.each(NO_DECISIONS)(
  'the TypeScript client refuses an answer that is not a decision about the AI system: %s',
  async (body) => {
    await listening(
      (_, response) => response.end(body),
      async (baseUrl) => {
        const { gate } = new Attestry({ baseUrl, apiKey: 'key' })
        await expect(gate.status(SYSTEM)).rejects.toBeInstanceOf(Unreachable)
        if (!body.includes('"ai_system_id":"other"'))
          await expect(gate.statusByName('Bot')).rejects.toBeInstanceOf(Unreachable)
      },
    )
  },
)

test('an error whose code is the name of an object’s own member is an ApiError', async () => {
  await listening(
    (_, response) => response.writeHead(418).end('{"error":{"code":"constructor","message":"m"}}'),
    async (baseUrl) => {
      const { gate } = new Attestry({ baseUrl, apiKey: 'key' })
      await expect(gate.status(SYSTEM)).rejects.toMatchObject({ name: 'ApiError', code: 'constructor' })
    },
  )
})

test('the TypeScript client signs as the contract and Standard Webhooks say, and refuses a changed byte', async () => {
  const body = '{"title":"Å test – ünïcode","n":1.0,"nested":{"a":[1,2]}}\n'
  const secret = 'whsec_attestry_test_secret_0123456789'
  const signed = 't=1767225600,v1=18481489dd8bb8092b89838fb8319e9f9fcab8be44a4d163410b0cab343e783e'
  expect(await sign(secret, body, 1767225600)).toBe(signed)
  const now = 1767225900
  expect(await isSigned(secret, Buffer.from(body), signed, { now })).toBe(true)
  expect(await isSigned(secret, body, signed, { now: now + 1 })).toBe(false)
  expect(await isSigned(secret, `${body} `, signed, { now })).toBe(false)

  const channel = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const date = new Date()
  const signature = new Webhook(channel).sign('msg_1', date, body)
  const headers = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(date.getTime() / 1000)) }
  const rotated = {
    ...headers,
    'webhook-signature': `v1,${Buffer.alloc(32).toString('base64')} ${signature}`,
  }
  expect(await verifyNotification(channel, rotated, body)).toMatchObject({ n: 1 })
  for (const [wrong, text] of [
    [rotated, `${body} `],
    [headers, body],
    [{ ...rotated, 'webhook-id': 'msg_2' }, body],
    [{ ...rotated, 'webhook-timestamp': '1' }, body],
  ] as const)
    await expect(verifyNotification(channel, wrong, text)).rejects.toMatchObject({ name: 'InvalidSignature' })
})

/** What must not compile. */
const MISUSE = `import { Attestry } from '@attestry/client'
export async function misuse(client: Attestry) {
  // @ts-expect-error no such severity
  await client.incidents.create({ title: 'x', severity: 'severe' })
  // @ts-expect-error no such filter
  client.incidents.list({ stauts: ['open'] })
  const result = { source: 's', eval_type: 'accuracy', metric_name: 'm', metric_value: 1, passed: true }
  // @ts-expect-error no AI system
  await client.evaluations.submit([{ ...result, evaluated_at: '2026-03-01T10:00:00Z' }])
  // @ts-expect-error no metric
  await client.evaluations.submit([{ ai_system_name: 'a' }])
}
`

async function compiled(files: string[]): Promise<void> {
  const compilerOptions = {
    ...{
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
    },
    ...{ module: 'nodenext', target: 'es2022', lib: ['es2022'], types: ['node'], outDir: 'out' },
  }
  await writeFile(join(consumer, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const { code, stdout } = await run(
    process.execPath,
    [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.'],
    {},
    consumer,
  )
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
}
