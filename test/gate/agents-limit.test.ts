import { afterAll, beforeAll, expect, test } from 'vitest'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { makeScene, personAt, refusal } from './people.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

async function scene() {
  const organization = await at.another({ separationOfDuties: {} })
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  return { organization, admin, ...(await makeScene(at, organization, { admin, author: admin })) }
}

test('refuses agents and attestation roles beyond what a gate decision of the AI system has room for', async () => {
  const { admin, aiSystemId, profileId } = await scene()
  const clone = `insert into gate.profiles
    select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'agent_identity', gen_random_uuid()::text))).*
    from gate.profiles p, generate_series(1, $2::int) where p.id = $1`
  const profile = (agentIdentity: string) =>
    admin.profiles.createProfile({
      ...{ aiSystemId, agentIdentity, tools: [], modelName: 'm', modelVersion: '1', promptVersion: '1' },
    })
  const roles = (values: string[]) =>
    admin.systems.updateSystem({ id: aiSystemId, attestationRoles: { values } })
  await sql(at.databaseUrl, clone, [profileId, 2000])
  expect(await refusal(profile('one more'))).toBeUndefined()
  expect(await refusal(roles(Array.from({ length: 50 }, (_, n) => `role${n}`)))).toBe(Reason.VALIDATION)
  await sql(at.databaseUrl, clone, [profileId, 2000])
  expect(await refusal(profile('too many'))).toBe(Reason.VALIDATION)
  const longer = { id: profileId, modelVersion: 'x'.repeat(200) }
  expect(await refusal(admin.profiles.updateProfile(longer))).toBe(Reason.VALIDATION)
  // Existing agents can be changed, since their number does not grow.
  expect(await refusal(admin.profiles.updateProfile({ id: profileId, modelVersion: '2' }))).toBeUndefined()
})

test('accepting a proposed tool is refused when the profile already has the maximum of 500 tools', async () => {
  const { organization, admin, aiSystemId, agentIdentity, profileId } = await scene()
  const values = Array.from({ length: 500 }, (_, n) => `tool ${n}`)
  await admin.profiles.updateProfile({ id: profileId, tools: { values } })
  const { key } = organization
  const [occurred_at, tool_name] = ['2026-01-02T03:04:05Z', 'one more']
  const run = { agent_identity: agentIdentity, run_ref: agentIdentity, started_at: occurred_at }
  const { body } = await call(at.baseUrl, '/api/v1/agent-runs', { key, body: run })
  const event = { seq: 1, event_type: 'tool_call', tool_name, occurred_at }
  await call(at.baseUrl, `/api/v1/agent-runs/${body.data[0].id}/events`, { key, body: event })
  const [open] = (await admin.triggers.listTriggers({ aiSystemId, status: 1 })).triggers
  const accept = { id: open!.id, occurrences: 1n, reason: 'fine' }
  expect(await refusal(admin.proposals.acceptProposal(accept))).toBe(Reason.VALIDATION)
})
