import { expect, test } from 'vitest'
import { rpc } from '../harness/control.ts'
import { connected } from '../harness/database.ts'
import { type Endpoint, LANDED } from './endpoints.ts'
import { bearer } from './support/caller.ts'
import { expectError } from './support/expect-error.ts'
import { isReplay, keyed, newKey } from './support/keyed.ts'
import { query } from './support/query.ts'
import { countRecords } from './support/records.ts'
import { scene } from './support/scene.ts'
import { inOneWindow } from './support/window.ts'

const api = scene()
const create = (path: string): Endpoint =>
  LANDED.find((endpoint) => endpoint.method === 'POST' && endpoint.path === path)!
const [incidents, runs, events] = ['/incidents', '/agent-runs', '/agent-runs/{runId}/events'].map(create)
const INCIDENT = { title: 'Key leaked', severity: 'high' }
const EVENT = { seq: 0, event_type: 'approval', occurred_at: '2026-03-01T10:00:00Z' }
let seq = 1_000_000
const event = (payload: object) => ({ ...EVENT, seq: seq++, payload })

test('the same Idempotency-Key of another API key, organization, operation or case is another key', async () => {
  const key = newKey()
  const further = await api.at.organization.makeKey({})
  const answers = [
    await keyed(api, incidents!, key, INCIDENT),
    await keyed(api, incidents!, key, INCIDENT, { authorization: [bearer(further.key)] }),
    await keyed(api, incidents!, key, INCIDENT, { authorization: [bearer(api.other.key)] }),
    await keyed(api, runs!, key, runs!.least!()),
    await keyed(api, incidents!, key.toUpperCase(), INCIDENT),
    await keyed(api, incidents!, `"${key}"`, INCIDENT),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(answers.filter(isReplay)).toEqual([])
  expect(new Set(answers.map(({ text }) => text)).size).toBe(answers.length)
})

test('key order, white space and the form of a batch do not make another request', async () => {
  const [key, one] = [newKey(), event({ a: { x: 1, y: [2, { p: 3, q: 4 }] }, b: 5 })]
  const first = await keyed(api, events!, key, { events: [one] })
  expect(first.status).toBe(201)
  const turned = { payload: { b: 5, a: { y: [2, { q: 4, p: 3 }], x: 1 } }, ...EVENT, seq: one.seq }
  for (const body of [turned, [turned], { events: [turned] }]) {
    const again = await api.send(events!, {
      headers: [['Idempotency-Key', key]],
      body: JSON.stringify(body, undefined, 2),
    })
    expect([again.text, isReplay(again)]).toEqual([first.text, true])
  }
})

test('a changed value deep in a payload, or another order of a batch, makes another request', async () => {
  const [key, one, two] = [newKey(), event({ deep: [{ n: 1 }] }), event({})]
  expect((await keyed(api, events!, key, [one, two])).status).toBe(201)
  const deep = { ...one, payload: { deep: [{ n: 2 }] } }
  for (const body of [[deep, two], [two, one], [one]])
    expectError(await keyed(api, events!, key, body), 400, 'validation_error')
})

test('another path parameter makes another request', async () => {
  const other = await api.send(runs!)
  const [key, body] = [newKey(), event({})]
  expect((await keyed(api, events!, key, body)).status).toBe(201)
  const elsewhere = await keyed(api, events!, key, body, {
    path: `/agent-runs/${other.body.data[0].id}/events`,
  })
  expectError(elsewhere, 400, 'validation_error')
  expect(elsewhere.body.error.message).toContain('Idempotency-Key')
})

test('a taken seq is refused under another Idempotency-Key, and replayed under its own', async () => {
  const [key, body] = [newKey(), event({})]
  const first = await keyed(api, events!, key, body)
  const clash = await keyed(api, events!, newKey(), body)
  expectError(clash, 400, 'validation_error')
  expect(clash.body.error.details.duplicates).toEqual([
    { index: 0, seq: body.seq, id: first.body.data[0].id },
  ])
  expect((await keyed(api, events!, key, body)).text).toBe(first.text)
})

test('an answer is replayed for 24 hours by the database’s clock, then the key is new', async () => {
  const key = newKey()
  const first = await keyed(api, incidents!, key, INCIDENT)
  await age(first.headers['x-request-id'] as string, '23 hours 59 minutes')
  expect((await keyed(api, incidents!, key, INCIDENT)).text).toBe(first.text)
  await age(first.headers['x-request-id'] as string, '24 hours')
  const later = await keyed(api, incidents!, key, { ...INCIDENT, title: 'Another' })
  expect([later.status, isReplay(later), later.body.title]).toEqual([201, false, 'Another'])
  expect((await keyed(api, incidents!, key, { ...INCIDENT, title: 'Another' })).text).toBe(later.text)
})

test.concurrent.each([
  ['incident', incidents!, INCIDENT, { title: 'Another' }],
  ['event', events!, event({}), { seq: seq++ }],
] as const)(
  'a retry that waits until the answer has expired is carried out as new: of an %s',
  async (_, endpoint, body, change) => {
    const { databaseUrl } = api.at
    const key = newKey()
    const first = await keyed(api, endpoint, key, body)
    const id = first.headers['x-request-id'] as string
    await age(id, '23 hours 59 minutes 57 seconds')
    const other = { ...body, ...change }
    const waiting = await connected(databaseUrl, async (run) => {
      await run('begin')
      const [holder] = await run<{ pid: number }>(
        'select pg_backend_pid() as pid from ledger.answers where entry_id = $1 for update',
        [id],
      )
      const answer = keyed(api, endpoint, key, other)
      const isTooOld = `select from ledger.answers where entry_id = $1 and created_at <= now() - interval '24 hours'
      and exists (select from pg_stat_activity where $2 = any(pg_blocking_pids(pid)))`
      await expect.poll(() => query(databaseUrl, isTooOld, [id, holder!.pid])).toHaveLength(1)
      await run('commit')
      return { answer }
    })
    const later = await waiting.answer
    expect([later.status, isReplay(later)]).toEqual([201, false])
    expect((await keyed(api, endpoint, key, other)).text).toBe(later.text)
  },
)

test('a replay is refused to an API key that lost its permission or was revoked', async () => {
  const made = await api.at.organization.makeKey({})
  const [key, change] = [newKey(), { authorization: [bearer(made.key)] }]
  expect((await keyed(api, incidents!, key, INCIDENT, change)).status).toBe(201)
  await query(api.at.databaseUrl, 'update ledger.api_keys set permissions = $2 where id = $1', [made.id, []])
  expectError(await keyed(api, incidents!, key, INCIDENT, change), 403, 'forbidden')
  await api.at.organization.revokeKey(made.id)
  expectError(await keyed(api, incidents!, key, INCIDENT, change), 401, 'unauthorized')
})

test('a replay draws on the rate limit', () =>
  inOneWindow(async () => {
    const made = await api.at.organization.makeKey({ rateLimit: 2 })
    const [key, change] = [newKey(), { authorization: [bearer(made.key)] }]
    const answers = [1, 2, 3].map(() => keyed(api, incidents!, key, INCIDENT, change))
    const statuses = (await Promise.all(answers)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([201, 201, 429])
  }))

test('an Idempotency-Key on a GET is ignored', async () => {
  for (const endpoint of LANDED.filter(({ method }) => method === 'GET')) {
    const answer = await api.send(endpoint, { headers: [['Idempotency-Key', 'not a key']] })
    expect([answer.status, isReplay(answer)]).toEqual([200, false])
  }
})

test('of many different simultaneous requests with one key, one is stored and the others are refused', async () => {
  const key = newKey()
  const records = await countRecords(api.at)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, n) => keyed(api, incidents!, key, { ...INCIDENT, title: `${n}` })),
  )
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...new Array(11).fill(400)])
  expect(await countRecords(api.at)).toBe(records + 1)
})

test('a log with replayed answers verifies', async () => {
  const own = await api.at.another()
  const [key, change] = [newKey(), { authorization: [bearer(own.key)] }]
  for (const marked of [false, true])
    expect(isReplay(await keyed(api, incidents!, key, INCIDENT, change))).toBe(marked)
  const { session } = own.admin
  const { body } = await rpc(api.at.baseUrl, 'attestry.ledger.v1.LogService/VerifyLog', { session })
  expect(body).toMatchObject({ ok: true })
})

/** Makes the answer of that entry as old as that. */
async function age(entryId: string, interval: string): Promise<void> {
  const text = 'update ledger.answers set created_at = now() - $2::interval where entry_id = $1 returning 1'
  expect(await query(api.at.databaseUrl, text, [entryId, interval])).toHaveLength(1)
}
