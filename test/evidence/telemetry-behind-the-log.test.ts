import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { Answer } from '../harness/rest.ts'
import { event, idsOf, run, tenantOf } from '../ingestion/support.ts'
import { behindTriggers } from '../log/support.ts'
import { exported, verify } from './support/export.ts'

/*
 * Somebody who can write to the database changes there what telemetry is compared with, lets the agent act, and changes it back.
 * Profiles and runs are a few minutes old when that happens.
 */

let at: TestInstallation
let passedMs = 0
beforeAll(async () => {
  at = await bootInstallation({ clock: { now: () => new Date(Date.now() + passedMs) } })
})
beforeEach(() => {
  passedMs = -300_000
})
afterAll(() => at.stop())

const shell = (seq: number) => event(seq, { event_type: 'tool_call', tool_name: 'shell' })

async function scene() {
  const organization = await at.another()
  const tenant = tenantOf(at, organization)
  const systemId = await tenant.system('Assistant')
  const profileId = await tenant.profile(systemId, 'bot', { tools: ['search'] })
  const runOf = async (more: object = {}) =>
    idsOf(await tenant.rest('/agent-runs', run({ agent_identity: 'bot', ...more })))[0]!
  const runId = await runOf()
  const use = (seq: number): Promise<Answer> => tenant.rest(`/agent-runs/${runId}/events`, shell(seq))
  const found = () =>
    tenant.sql('select kind, occurrences from ingestion.findings_v1 where org_id = $1', [organization.id])
  const edit = (what: string) =>
    sql(at.databaseUrl, `update gate.profiles set ${what} where id = $1`, [profileId])
  const report = async () => verify(await exported(at, organization.admin.session))
  return { organization, tenant, profileId, runOf, runId, use, found, edit, report }
}

test('a tool written into a profile’s row in the database is accepted only while it is there', async () => {
  const { use, found, edit } = await scene()
  passedMs = 0
  await use(1)
  await edit("tools = array['search', 'shell']")
  await use(2)
  expect(await found()).toEqual([{ kind: 'tool', occurrences: '1' }])
  await edit("tools = array['search']")
  await use(3)
  expect(await found()).toEqual([{ kind: 'tool', occurrences: '2' }])
})

test('a package with honest telemetry and its findings verifies', async () => {
  const { tenant, profileId, runOf, use, report } = await scene()
  passedMs = 0
  await use(1)
  await tenant.updateProfile(profileId, ['shell'])
  await use(2)
  await runOf({ model_name: 'another' })
  await runOf({ agent_identity: 'nobody' })
  expect(await report()).toMatchObject({ failures: [], remarks: [] })
})

test('verify.mjs finds a tool call in a run that the database had for a moment', async () => {
  const { tenant, runId, found, report } = await scene()
  passedMs = 0
  const planted = 'aaaaaaaa-aaaa-7aaa-8aaa-aaaaaaaaaaaa'
  const put = (id: string, agent: string, before: string) =>
    behindTriggers(
      at.databaseUrl,
      'ingestion.agent_runs',
      'update ingestion.agent_runs set id = $1, agent_identity = $2 where id = $3',
      [id, agent, before],
    )
  await put(planted, 'another', runId)
  expect(await tenant.rest(`/agent-runs/${planted}/events`, shell(1))).toMatchObject({ status: 201 })
  await put(runId, 'bot', planted)
  expect(await found()).toEqual([])
  expect((await report()).failures).toMatchObject([
    { code: 'input_differs', message: expect.stringContaining('which the log does not have') },
  ])
})

const SAYS = 'which its profile does not document, has no finding'

test.each([
  ['a tool', "tools = array['search', 'shell']", "tools = array['search']"],
  ['the name of the agent', "agent_identity = 'another'", "agent_identity = 'bot'"],
])(
  'verify.mjs finds a tool call without a finding, made while the database had another profile: %s',
  async (_, change, undo) => {
    const { use, found, edit, report } = await scene()
    passedMs = 0
    await edit(change)
    await use(1)
    await edit(undo)
    expect(await found()).toEqual([])
    expect((await report()).failures).toMatchObject([
      { code: 'input_differs', message: expect.stringContaining(SAYS) },
    ])
  },
)

test('verify.mjs finds a tool call of a run that the database assigned to another agent', async () => {
  const { runId, use, report } = await scene()
  passedMs = 0
  const change = 'update ingestion.agent_runs set agent_identity = $2 where id = $1'
  const name = (agent: string) =>
    behindTriggers(at.databaseUrl, 'ingestion.agent_runs', change, [runId, agent])
  await name('another')
  await use(1)
  await name('bot')
  expect((await report()).failures).toMatchObject([
    { code: 'input_differs', message: expect.stringContaining(SAYS) },
  ])
})

test('verify.mjs finds a run of another model, made while the database named that model in the profile', async () => {
  const { runOf, found, edit, report } = await scene()
  passedMs = 0
  await edit("model_name = 'another'")
  await runOf({ model_name: 'another' })
  await edit("model_name = 'model'")
  expect(await found()).toEqual([])
  expect((await report()).failures).toMatchObject([
    {
      code: 'input_differs',
      message: expect.stringContaining('with a model that its profile does not name'),
    },
  ])
})

test('verify.mjs finds a finding counted for another AI system, made while the database moved the profile there', async () => {
  const { tenant, use, edit, report } = await scene()
  const other = await tenant.system('Another')
  passedMs = 0
  await edit(`system_id = '${other}'`)
  await use(1)
  expect((await report()).failures).toMatchObject([
    { code: 'input_differs', message: expect.stringContaining('an AI system other than') },
  ])
})
