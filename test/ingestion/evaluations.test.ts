import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { idsOf, result, type Tenant, tenantOf } from './support.ts'

let at: TestInstallation
let tenant: Tenant
let assistant: string
let translator: string
let first: string
let second: string
beforeAll(async () => {
  at = await bootInstallation()
  tenant = tenantOf(at)
  assistant = await tenant.system('Assistant')
  translator = await tenant.system('Translator')
  first = await tenant.suite(assistant, 'release', 'f1:accuracy:gte:0.8')
  second = await tenant.suite(assistant, 'release', 'f1:accuracy:gte:0.9')
  await tenant.suite(translator, 'bleu only', 'bleu:accuracy:gte:0.5')
})
afterAll(() => at.stop())

const submit = (body: unknown) => tenant.rest('/ai-evaluations', body)
const NOWHERE = '018f0000-0000-7000-8000-000000000001'

test('a result and its list entry show all given fields, with the payload’s hash for the payload', async () => {
  const given = {
    ai_system_id: assistant,
    ai_system_name: 'Assistant',
    source: 'CI of main',
    source_kind: 'promptfoo',
    eval_type: 'prompt_injection',
    metric_name: 'attack success',
    metric_value: 0.025,
    threshold: 0.05,
    passed: true,
    evaluated_at: '2026-03-01T12:00:00.5+02:00',
    payload: { b: 2, a: 1 },
    eval_suite: 'release',
    unknown: 'is ignored',
  }
  const answer = await submit(given)
  expect(answer.status).toBe(201)
  const [shown] = answer.body.data
  const { payload, unknown, ...fields } = given
  expect(shown).toEqual({
    ...fields,
    evaluated_at: '2026-03-01T10:00:00.500Z',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    payload_hash: sha256Hex('{"a":1,"b":2}'),
    eval_suite_id: second,
    eval_suite_version: 2,
    created_at: expect.stringMatching(/Z$/),
  })
  expect((await tenant.rest('/ai-evaluations')).body.data[0]).toEqual(shown)
})

test('a result for a metric that no threshold of its suite has is stored with a warning', async () => {
  const named = { ai_system_id: assistant, eval_suite: 'release' }
  const plain = await submit(result(named))
  expect(Object.keys(plain.body)).toEqual(['created', 'data'])
  const items = [
    result(named),
    result({ ...named, metric_name: 'f2' }),
    result({ ...named, eval_type: 'bias' }),
    result({ ai_system_id: assistant, metric_name: 'f2' }),
  ]
  const headers = { 'idempotency-key': 'warned' }
  const { key } = at.organization
  const hand = () => call(at.baseUrl, '/api/v1/ai-evaluations', { key, body: items, headers })
  const answer = await hand()
  expect([answer.status, answer.body.created]).toEqual([201, 4])
  const asks = 'no threshold of the suite asks for this metric_name'
  expect(answer.body.warnings).toEqual([
    { index: 1, code: 'metric_not_in_suite', message: asks },
    { index: 2, code: 'metric_not_in_suite', message: `${asks} with this eval_type` },
  ])
  const again = await hand()
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.text).toBe(answer.text)
})

test('a result has every documented field, null if there is no value', async () => {
  const [shown] = (await submit(result({ ai_system_id: assistant.toUpperCase() }))).body.data
  expect(shown).toMatchObject({
    ai_system_id: assistant,
    source_kind: 'custom',
    threshold: null,
    eval_suite: null,
    eval_suite_id: null,
    eval_suite_version: null,
    payload_hash: sha256Hex('{}'),
  })
})

test('a suite name means its current version, and a suite id that version', async () => {
  const tied = async (eval_suite: string) =>
    (await submit(result({ ai_system_id: assistant, eval_suite }))).body.data[0]
  expect(await tied('release')).toMatchObject({ eval_suite_id: second, eval_suite_version: 2 })
  expect(await tied(first)).toMatchObject({ eval_suite_id: first, eval_suite_version: 1 })
  expect(await tied(first.toUpperCase())).toMatchObject({ eval_suite_id: first })
})

test.each([
  { without: 'ai_system_id', says: 'is required, or ai_system_name' },
  { without: 'source', says: 'is required' },
  { without: 'eval_type', says: 'is required' },
  { without: 'metric_name', says: 'is required' },
  { without: 'metric_value', says: 'is required' },
  { without: 'passed', says: 'is required' },
  { without: 'evaluated_at', says: 'is required' },
])('a result without $without is refused', async ({ without, says }) => {
  const { [without]: _, ...rest } = { ai_system_id: assistant, ...result() } as { [field: string]: unknown }
  const { status, body } = await submit(rest)
  expect(status).toBe(400)
  expect(body.error.details.fieldErrors).toEqual({ [without]: [says] })
})

test.each([
  { eval_type: 'Prompt Injection' },
  { source_kind: '' },
  { metric_value: null },
  { metric_value: '0.5' },
  { metric_name: '' },
  { metric_name: 'x'.repeat(201) },
  { passed: 'yes' },
  { evaluated_at: '2026-03-01T10:00:00' },
  { evaluated_at: '1999-12-31T23:59:59Z' },
  { payload: [] },
  { payload: null },
  { threshold: '1' },
  { eval_suite: '' },
  { ai_system_id: 'Assistant' },
])('a result with %j is refused, and the error names the field', async (bad) => {
  const { status, body } = await submit(result({ ai_system_name: 'Assistant', ...bad }))
  expect(status).toBe(400)
  expect(Object.keys(body.error.details.fieldErrors)).toEqual(Object.keys(bad))
})

test('numbers that JSON readers disagree about are refused', async () => {
  const text = JSON.stringify(result({ ai_system_id: assistant, metric_value: 12345 }))
  for (const number of ['1e400', '-1e400', '9007199254740993', 'NaN', 'Infinity']) {
    expect((await submit(text.replace('12345', number))).status).toBe(400)
  }
})

test('an unknown AI system or suite is answered 404, and in a batch every such item is named', async () => {
  const unknown = [
    { body: { ai_system_id: NOWHERE }, field: 'ai_system_id', message: 'AI system not found' },
    { body: { ai_system_name: 'assistant' }, field: 'ai_system_name', message: 'AI system not found' },
    {
      body: { ai_system_id: assistant, eval_suite: 'none' },
      field: 'eval_suite',
      message: 'evaluation suite not found',
    },
    {
      body: { ai_system_id: assistant, eval_suite: NOWHERE },
      field: 'eval_suite',
      message: 'evaluation suite not found',
    },
  ]
  for (const { body, field, message } of unknown) {
    const one = await submit(result(body))
    expect(one.status).toBe(404)
    expect(one.body).toEqual({ error: { code: 'not_found', message } })
    const good = result({ ai_system_id: assistant })
    const batch = await submit([good, good, result(body), good, result(body)])
    expect(batch.status).toBe(404)
    expect(batch.body.error.details).toEqual({
      index: 2,
      unknown: [
        { index: 2, field },
        { index: 4, field },
      ],
    })
  }
})

test('another organization’s AI system or suite answers as an unknown one', async () => {
  const other = tenantOf(at, await at.another())
  const own = await other.system('Own')
  const answers = [assistant, NOWHERE].map((ai_system_id) =>
    other.rest('/ai-evaluations', [result({ ai_system_id })]),
  )
  const [theirs, nobodys] = await Promise.all(answers)
  expect(theirs!.status).toBe(404)
  expect(theirs!.text).toBe(nobodys!.text)
  const suites = [first, NOWHERE].map((eval_suite) =>
    other.rest('/ai-evaluations', [result({ ai_system_id: own, eval_suite })]),
  )
  const [theirSuite, noSuite] = await Promise.all(suites)
  expect(theirSuite!.status).toBe(404)
  expect(theirSuite!.text).toBe(noSuite!.text)
  expect((await other.rest(`/ai-evaluations?ai_system_id=${assistant}`)).body.data).toEqual([])
})

test('contradicting names are answered 400, together with every other invalid item of the batch', async () => {
  const { status, body } = await submit({
    evaluations: [
      result({ ai_system_id: assistant, ai_system_name: 'Translator' }),
      result({ ai_system_id: translator, eval_suite: first }),
      result({ ai_system_id: translator, eval_suite: 'release' }),
      result({ ai_system_name: 'nobody' }),
    ],
  })
  expect(status).toBe(400)
  expect(body.error.details.fieldErrors).toEqual({
    'evaluations.0.ai_system_name': ['is another AI system than ai_system_id'],
    'evaluations.1.eval_suite': ['is a suite of another AI system'],
    'evaluations.2.eval_suite': ['is a suite of another AI system'],
    'evaluations.3.ai_system_name': ['is not known'],
  })
})

test('the list of results filters by AI system and type, and pages through each row once', async () => {
  const other = tenantOf(at, await at.another())
  const [a, b] = [await other.system('A'), await other.system('B')]
  const of = (ai_system_id: string, eval_type: string) => result({ ai_system_id, eval_type })
  const made = idsOf(
    await other.rest('/ai-evaluations', [
      of(a, 'bias'),
      of(b, 'bias'),
      of(a, 'drift'),
      of(b, 'drift'),
      of(a, 'bias'),
    ]),
  )
  const listed = async (query: string) => idsOf(await other.rest(`/ai-evaluations?${query}`))
  const [i0, i1, i2, i3, i4] = made
  expect(await listed('')).toEqual([i4, i3, i2, i1, i0])
  expect(await listed(`ai_system_id=${a}`)).toEqual([i4, i2, i0])
  expect(await listed('eval_type=bias')).toEqual([i4, i1, i0])
  expect(await listed(`eval_type=drift&ai_system_id=${b.toUpperCase()}`)).toEqual([i3])
  expect(await listed(`ai_system_id=${NOWHERE}`)).toEqual([])
  expect(await listed('eval_type=unknown_type')).toEqual([])
  const page = await other.rest(`/ai-evaluations?ai_system_id=${a}&limit=2`)
  expect(idsOf(page)).toEqual([i4, i2])
  expect(page.body.next_cursor).toBe(i2)
  const last = await other.rest(`/ai-evaluations?ai_system_id=${a}&limit=2&cursor=${i2}`)
  expect(idsOf(last)).toEqual([i0])
  expect(last.body.next_cursor).toBeNull()
})

test.each(['ai_system_id=Assistant', 'eval_type=No Type', 'ai_system_id=', 'limit=0', 'cursor=x'])(
  'the list of results refuses the malformed filter %s',
  async (query) => {
    expect((await tenant.rest(`/ai-evaluations?${query}`)).status).toBe(400)
  },
)
