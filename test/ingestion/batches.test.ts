import { afterAll, beforeAll, expect, test } from 'vitest'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { event, idsOf, result, run, type Tenant, tenantOf } from './support.ts'

let at: TestInstallation
let tenant: Tenant
let systemId: string
let runId: string
beforeAll(async () => {
  at = await bootInstallation()
  tenant = tenantOf(at)
  systemId = await tenant.system('Assistant')
  runId = idsOf(await tenant.rest('/agent-runs', run()))[0]!
})
afterAll(() => at.stop())

let seq = 0
/** Every batch endpoint: where it is, its key, its most items, how a good item and a bad field look. */
const BATCHES = [
  {
    list: 'evaluations',
    path: () => '/ai-evaluations',
    max: 100,
    item: () => result({ ai_system_id: systemId }),
    bad: { metric_value: 'high' },
  },
  { list: 'runs', path: () => '/agent-runs', max: 100, item: () => run(), bad: { started_at: 'yesterday' } },
  {
    list: 'events',
    path: () => `/agent-runs/${runId}/events`,
    max: 500,
    item: () => event(seq++),
    bad: { event_type: 'idle' },
  },
]

const stored = async () =>
  (await tenant.sql<{ n: string }>('select count(*) as n from ingestion.records_v1'))[0]!.n

for (const { list, path, max, item, bad } of BATCHES) {
  const field = Object.keys(bad)[0]!

  test(`${list}: one object, an array and the named list are the same batch`, async () => {
    for (const [body, created] of [
      [item(), 1],
      [[item(), item()], 2],
      [{ [list]: [item(), item(), item()] }, 3],
    ] as const) {
      const answer = await tenant.rest(path(), body)
      expect(answer.status, answer.text).toBe(201)
      expect(answer.body.created).toBe(created)
      expect(answer.body.data).toHaveLength(created)
    }
  })

  test(`${list}: the largest batch is accepted, with strictly ascending ids that contain created_at`, async () => {
    const answer = await tenant.rest(
      path(),
      Array.from({ length: max }, () => item()),
    )
    expect(answer.body.created).toBe(max)
    const ids = idsOf(answer)
    expect(ids).toEqual([...new Set(ids)].sort())
    for (const { id, created_at } of answer.body.data) {
      expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.parse(created_at))
    }
  })

  test(`${list}: an empty or too large batch is refused before its items are checked`, async () => {
    const before = await stored()
    const tooMany = Array.from({ length: max + 1 }, () => 'not even an object')
    const cases: [unknown, object][] = [
      [[], { formErrors: ['must not be empty'], fieldErrors: {} }],
      [{ [list]: [] }, { formErrors: [], fieldErrors: { [list]: ['must not be empty'] } }],
      [tooMany, { formErrors: [`must be at most ${max} entries`], fieldErrors: {} }],
      [{ [list]: tooMany }, { formErrors: [], fieldErrors: { [list]: [`must be at most ${max} entries`] } }],
      [{ [list]: 'x' }, { formErrors: [], fieldErrors: { [list]: ['must be an array'] } }],
      ['"x"', { formErrors: ['must be an object'], fieldErrors: {} }],
      ['null', { formErrors: ['must be an object'], fieldErrors: {} }],
    ]
    for (const [body, details] of cases) {
      const answer = await tenant.rest(path(), body)
      expect(answer.status).toBe(400)
      expect(answer.body.error).toMatchObject({ code: 'validation_error', details })
    }
    expect(await stored()).toBe(before)
  })

  test(`${list}: one invalid item refuses the batch, and every invalid one is named by its path in the body`, async () => {
    const before = await stored()
    const wrong = { ...item(), ...bad }
    const keysOf = async (body: unknown) => {
      const answer = await tenant.rest(path(), body)
      expect(answer.status).toBe(400)
      return Object.keys(answer.body.error.details.fieldErrors).sort()
    }
    expect(await keysOf(wrong)).toEqual([field])
    expect(await keysOf([item(), wrong, 7])).toEqual([`1.${field}`, '2'])
    expect(await keysOf({ [list]: [item(), item(), item(), wrong] })).toEqual([`${list}.3.${field}`])
    expect(await stored()).toBe(before)
  })

  test(`${list}: the service’s refusals are named by the same paths`, async () => {
    if (list === 'runs') return
    const fat = { ...item(), payload: { text: 'x'.repeat(32 * 1024) } }
    const why = ['must be at most 32768 bytes serialized']
    for (const [body, key] of [
      [fat, 'payload'],
      [[item(), fat], '1.payload'],
      [{ [list]: [item(), item(), fat] }, `${list}.2.payload`],
    ] as const) {
      const { status, body: answer } = await tenant.rest(path(), body)
      expect(status).toBe(400)
      expect(answer.error.message).toBe(`${key}: ${why[0]}`)
      expect(answer.error.details).toEqual({ formErrors: [], fieldErrors: { [key]: why } })
    }
  })

  test(`${list}: a batch of more than 1 MiB is accepted, and one of more than 16 MiB is not`, async () => {
    const padding = ' '.repeat(2 * 1024 * 1024)
    expect((await tenant.rest(path(), `[${padding}${JSON.stringify(item())}]`)).status).toBe(201)
    expect((await tenant.rest(path(), `[${padding.repeat(8)}${JSON.stringify(item())}]`)).status).toBe(413)
  })
}

test('every record and finding of a call has a receipt in its audit entry', async () => {
  const { receiptsOf } = await import('../../services/kernel/audit/audit-entry.ts')
  const submissions = [
    await tenant.rest(
      '/ai-evaluations',
      Array.from({ length: 5 }, (_, i) =>
        result({ ai_system_id: systemId, eval_type: 'drift', metric_name: `psi ${i % 2}`, passed: i > 1 }),
      ),
    ),
    await tenant.rest('/agent-runs', [
      run({ agent_identity: 'nobody' }),
      run({ agent_identity: 'nobody else' }),
    ]),
    await tenant.rest(`/agent-runs/${runId}/events`, [event(9001), event(9000)]),
  ]
  const types = [['evaluations', 'findings'], ['agent-runs', 'findings'], ['agent-events']]
  for (const [i, answer] of submissions.entries()) {
    const entryId = answer.headers.get('x-request-id')
    const [row] = await tenant.sql<{ entry: string }>('select entry from ledger.entries where id = $1', [
      entryId,
    ])
    const records = await tenant.sql<{ type: string; text: string }>(
      'select type, record as text from ingestion.records_v1 where entry_id = $1 order by type, position',
      [entryId],
    )
    const { receipts, outcome } = JSON.parse(row!.entry)
    expect(outcome).toBe('ok')
    expect(receipts.map(({ type }: { type: string }) => type)).toEqual(types[i])
    expect(receipts).toEqual(
      receiptsOf(records).map(({ type, count, root }) => ({
        type,
        count,
        root: Buffer.from(root).toString('hex'),
      })),
    )
  }
})

test('the events of a call are found by its entry, in their order, whatever their seq numbers', async () => {
  const { CONSECUTIVE } = await import('../../services/ingestion/store/state-rules/consecutive-events.ts')
  const own = idsOf(await tenant.rest('/agent-runs', run()))[0]!
  const submit = (seqs: number[]) =>
    tenant.rest(
      `/agent-runs/${own}/events`,
      seqs.map((one) => event(one)),
    )
  // Calls at the same time share a statement: their numbers lie between one another's.
  const calls = [[5, 1, 0, 3, 2, 9], ...[0, 1, 2, 3].map((n) => [100 + n, 104 + n, 108 + n]), [200, 201, 202]]
  const answers = await Promise.all(calls.map(submit))
  for (const [i, answer] of answers.entries()) {
    expect(answer.status, answer.text).toBe(201)
    const rows = await tenant.sql<{ seq: number }>(
      "select record::json -> 'seq' as seq from ingestion.entry_events_v1 where entry_id = $1 order by position",
      [answer.headers.get('x-request-id')],
    )
    expect(rows.map(({ seq }) => seq)).toEqual(calls[i])
  }
  const inIndex = await tenant.sql<{ seq: string; consecutive: number }>(
    'select seq, consecutive from ingestion.agent_events where run_id = $1 and consecutive > 0 and seq not between 100 and 111 order by seq',
    [own],
  )
  expect(inIndex.map(({ seq, consecutive }) => [Number(seq), consecutive])).toEqual([
    [0, 4],
    [5, 1],
    [9, 1],
    [200, 3],
  ])
  expect(await tenant.sql(CONSECUTIVE.sql, [at.organization.id])).toEqual([])
})

test('a record is RFC 8785 text with the payload and its hash', async () => {
  const { canonicalJson } = await import('../../services/kernel/json/canonical-json.ts')
  const { sha256Hex } = await import('../../services/kernel/crypto/digest.ts')
  const payload = { z: [1, { b: 'ä\n"', a: -0, large: 1e21 }], '10': true, '9': null, text: '\u2028' }
  await tenant.rest(
    '/ai-evaluations',
    result({ ai_system_id: systemId, source: 'a "quoted"\\source', payload }),
  )
  await tenant.rest(`/agent-runs/${runId}/events`, event(9100, { tool_name: '"tool"\n', payload }))
  const records = await tenant.sql<{ type: string; record: string }>(
    'select type, record from ingestion.records_v1',
  )
  for (const { record } of records) expect(canonicalJson(JSON.parse(record))).toBe(record)
  const held = records
    .map(({ record }) => JSON.parse(record))
    .filter((record) => record.payload?.text === '\u2028')
  expect(held).toHaveLength(2)
  for (const record of held) {
    expect(record.payload).toEqual(JSON.parse(JSON.stringify(payload)))
    expect(record.payload_hash).toBe(sha256Hex(canonicalJson(record.payload)))
  }
})
