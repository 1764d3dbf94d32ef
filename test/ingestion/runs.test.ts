import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { event, idsOf, run, type Tenant, tenantOf } from './support.ts'

let at: TestInstallation
let tenant: Tenant
beforeAll(async () => {
  at = await bootInstallation()
  tenant = tenantOf(at)
})
afterAll(() => at.stop())

const NOWHERE = '018f0000-0000-7000-8000-000000000001'
const submit = (body: unknown) => tenant.rest('/agent-runs', body)
const newRun = async () => idsOf(await submit(run()))[0]!

test('a run and its list entry show all given fields', async () => {
  const given = run({ model_name: 'gpt', model_version: '5', status: 'timed_out' })
  const answer = await submit(given)
  expect(answer.status).toBe(201)
  expect(answer.body.data).toEqual([
    {
      ...given,
      started_at: '2026-03-01T10:00:00.000Z',
      id: expect.any(String),
      ai_agent_profile_id: null,
      created_at: expect.stringMatching(/Z$/),
    },
  ])
  expect((await tenant.rest('/agent-runs?limit=1')).body.data).toEqual(answer.body.data)
})

test('a run’s status is completed by default, and it has every documented field', async () => {
  const [shown] = (await submit(run())).body.data
  expect(shown).toMatchObject({
    status: 'completed',
    model_name: null,
    model_version: null,
    ai_agent_profile_id: null,
  })
})

test.each([
  { agent_identity: '' },
  { run_ref: undefined },
  { run_ref: 'x'.repeat(201) },
  { status: 'done' },
  { started_at: 1 },
  { model_version: 5 },
])('a run with %j is refused, and the error names the field', async (bad) => {
  const { status, body } = await submit(run(bad))
  expect(status).toBe(400)
  expect(Object.keys(body.error.details.fieldErrors)).toEqual(Object.keys(bad))
})

test('an existing run_ref is refused with its id, and one repeated in the batch with its first index', async () => {
  const [first, second] = [run(), run()]
  const ids = idsOf(await submit([first, second]))
  const again = await submit([run(), second, run({ run_ref: 'twice' }), first, run({ run_ref: 'twice' })])
  expect(again.status).toBe(400)
  expect(again.body.error).toMatchObject({
    code: 'validation_error',
    details: {
      formErrors: [],
      fieldErrors: {
        '1.run_ref': ['was already submitted'],
        '3.run_ref': ['was already submitted'],
        '4.run_ref': ['occurs earlier in this batch'],
      },
      duplicates: [
        { index: 1, run_ref: second.run_ref, id: ids[1] },
        { index: 3, run_ref: first.run_ref, id: ids[0] },
        { index: 4, run_ref: 'twice', first_index: 2 },
      ],
    },
  })
  const single = await submit(first)
  expect(single.body.error.details.duplicates).toEqual([{ index: 0, run_ref: first.run_ref, id: ids[0] }])
  const listed = await tenant.sql<{ n: string }>(
    "select count(*) as n from ingestion.agent_runs where run_ref = 'twice'",
  )
  expect(listed[0]!.n).toBe('0')
})

test('a run_ref is unique per organization, and another organization’s run is not found', async () => {
  const other = tenantOf(at, await at.another())
  const given = run()
  const [mine] = idsOf(await submit(given))
  expect((await other.rest('/agent-runs', given)).status).toBe(201)
  const theirs = await other.rest(`/agent-runs/${mine}/events`, event(1))
  const nobodys = await other.rest(`/agent-runs/${NOWHERE}/events`, event(1))
  expect(theirs.status).toBe(404)
  expect(theirs.text).toBe(nobodys.text)
})

test('runs are shown under their agent’s profile as soon as it exists', async () => {
  const [id] = idsOf(await submit(run({ agent_identity: 'late' })))
  const shown = async (query = '') =>
    (await tenant.rest(`/agent-runs?${query}`)).body.data.find((run: { id: string }) => run.id === id)
  expect((await shown()).ai_agent_profile_id).toBeNull()
  const profileId = await tenant.profile(await tenant.system('Late'), 'late')
  expect((await shown()).ai_agent_profile_id).toBe(profileId)
  expect(await shown(`ai_agent_profile_id=${profileId}`)).toBeDefined()
  const [next] = (await submit(run({ agent_identity: 'late' }))).body.data
  expect(next.ai_agent_profile_id).toBe(profileId)
})

test('the list of runs filters by profile, and pages through each run once', async () => {
  const other = tenantOf(at, await at.another())
  const profileId = await other.profile(await other.system('S'), 'mine')
  const made = idsOf(
    await other.rest(
      '/agent-runs',
      ['mine', 'else', 'mine', 'mine', 'else'].map((agent_identity) => run({ agent_identity })),
    ),
  )
  const mine = [made[3], made[2], made[0]]
  expect(idsOf(await other.rest(`/agent-runs?ai_agent_profile_id=${profileId}`))).toEqual(mine)
  expect(idsOf(await other.rest('/agent-runs'))).toEqual(made.toReversed())
  const page = await other.rest(`/agent-runs?ai_agent_profile_id=${profileId}&limit=2`)
  expect([idsOf(page), page.body.next_cursor]).toEqual([mine.slice(0, 2), mine[1]])
  const rest = await other.rest(`/agent-runs?ai_agent_profile_id=${profileId}&limit=2&cursor=${mine[1]}`)
  expect([idsOf(rest), rest.body.next_cursor]).toEqual([mine.slice(2), null])
  expect((await other.rest(`/agent-runs?ai_agent_profile_id=${NOWHERE}`)).body.data).toEqual([])
  expect((await tenant.rest(`/agent-runs?ai_agent_profile_id=${profileId}`)).body.data).toEqual([])
  expect((await other.rest('/agent-runs?ai_agent_profile_id=mine')).status).toBe(400)
})

test('an event shows all given fields, with the payload’s hash for the payload', async () => {
  const runId = await newRun()
  const given = event(2 ** 53 - 1, { event_type: 'tool_call', tool_name: 'search', payload: { b: 1, a: [] } })
  const answer = await tenant.rest(`/agent-runs/${runId.toUpperCase()}/events`, given)
  expect(answer.status).toBe(201)
  const { payload: _, ...fields } = given as typeof given & { payload: object }
  expect(answer.body).toEqual({
    created: 1,
    data: [
      {
        ...fields,
        occurred_at: '2026-03-01T10:00:00.000Z',
        id: expect.any(String),
        run_id: runId,
        payload_hash: sha256Hex('{"a":[],"b":1}'),
        created_at: expect.stringMatching(/Z$/),
      },
    ],
  })
  const [plain] = (await tenant.rest(`/agent-runs/${runId}/events`, event(0))).body.data
  expect(plain).toMatchObject({ seq: 0, tool_name: null, payload_hash: sha256Hex('{}') })
})

test.each([
  { seq: -1 },
  { seq: 1.5 },
  { seq: undefined },
  { event_type: 'thought' },
  { event_type: undefined },
  { tool_name: '' },
  { occurred_at: '2100-01-01T00:00:00Z' },
  { payload: 'text' },
])('an event with %j is refused, and the error names the field', async (bad) => {
  const { status, body } = await tenant.rest(`/agent-runs/${await newRun()}/events`, event(1, bad))
  expect(status).toBe(400)
  expect(Object.keys(body.error.details.fieldErrors)).toEqual(Object.keys(bad))
})

test('tool_call and executed_action events require a tool_name, and other events do not', async () => {
  const runId = await newRun()
  const types = ['tool_call', 'proposed_action', 'executed_action', 'approval', 'rejection']
  const answers = []
  for (const [i, event_type] of types.entries()) {
    answers.push(await tenant.rest(`/agent-runs/${runId}/events`, event(i, { event_type })))
  }
  expect(answers.map(({ status }) => status)).toEqual([400, 201, 400, 201, 201])
  expect(answers[2]!.body.error.details.fieldErrors).toEqual({
    tool_name: ['is required for executed_action'],
  })
})

test('an existing seq is refused with its event’s id, and seq is unique per run', async () => {
  const [runId, otherId] = [await newRun(), await newRun()]
  const [id] = idsOf(await tenant.rest(`/agent-runs/${runId}/events`, event(7)))
  const again = await tenant.rest(`/agent-runs/${runId}/events`, {
    events: [event(8), event(7), event(9), event(8)],
  })
  expect(again.status).toBe(400)
  expect(again.body.error.details).toEqual({
    formErrors: [],
    fieldErrors: {
      'events.1.seq': ['was already submitted'],
      'events.3.seq': ['occurs earlier in this batch'],
    },
    duplicates: [
      { index: 1, seq: 7, id },
      { index: 3, seq: 8, first_index: 0 },
    ],
  })
  expect((await tenant.rest(`/agent-runs/${runId}/events`, [event(8), event(9)])).status).toBe(201)
  expect((await tenant.rest(`/agent-runs/${otherId}/events`, event(7))).status).toBe(201)
})

test('a malformed runId is answered 400, and an unknown one 404', async () => {
  expect((await tenant.rest('/agent-runs/run-1/events', event(1))).status).toBe(400)
  const { status, body } = await tenant.rest(`/agent-runs/${NOWHERE}/events`, event(1))
  expect([status, body.error.message]).toEqual([404, 'agent run not found'])
})
