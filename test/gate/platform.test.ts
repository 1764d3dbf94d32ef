import { create } from '@bufbuild/protobuf'
import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import {
  ActorKind,
  ActorSchema,
  CallerSchema,
  Role,
  Via,
} from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { Operator } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SessionService } from '../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { as } from '../../services/kernel/identity/caller.ts'
import { INSTALLATION_ID, mintId } from '../../services/kernel/values/ids.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'
import { clientsOf } from './stage.ts'

let at: TestInstallation
let gate: ReturnType<typeof clientsOf>
beforeAll(async () => {
  at = await bootInstallation()
  gate = clientsOf(at.composition.transports)
})
afterAll(() => at.stop())

const session = (operation: string, of: TestOrganization = at.organization) =>
  sessionCaller(operation, of.admin.session, systemClock)
const threshold = { metricName: 'asr', evalType: 'prompt_injection', operator: Operator.LTE, value: 0.1 }
const versions = { modelName: 'gpt-x', modelVersion: '2026-01', promptVersion: 'p7' }

async function makeSystem(name: string, of: TestOrganization = at.organization): Promise<string> {
  const { system } = await gate.systems.createSystem({ name }, session('createSystem', of))
  return system!.id
}

const reasonOf = (work: Promise<unknown>): Promise<Reason> =>
  work.then(
    () => Reason.UNSPECIFIED,
    (error: unknown) => fromConnectError(error).reason,
  )

describe('suites', () => {
  test('twelve simultaneous calls create suite versions 1 to 12 without a gap', async () => {
    const aiSystemId = await makeSystem('parallel suites')
    const made = await Promise.all(
      Array.from({ length: 12 }, () =>
        gate.suites.createSuite(
          { aiSystemId, name: 'safety', thresholds: [threshold] },
          session('createSuite'),
        ),
      ),
    )
    expect(made.map(({ suite }) => suite!.version).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    )
    const { system } = await gate.systems.getSystem({ id: aiSystemId }, session('getSystem'))
    expect(system).toMatchObject({ gateSuite: 'safety', version: 2 })
  })

  test('the REST list of suites is newest first, filters, pages, and names what superseded a version', async () => {
    const aiSystemId = await makeSystem('listed suites')
    for (const name of ['a', 'b', 'a']) {
      await gate.suites.createSuite({ aiSystemId, name, thresholds: [threshold] }, session('createSuite'))
    }
    const list = async (query: string) => {
      const { key } = at.organization
      const answer = await call(at.baseUrl, `/api/v1/eval-suites?ai_system_id=${aiSystemId}${query}`, { key })
      expect(answer.status).toBe(200)
      return answer.body
    }
    const { data, next_cursor } = await list('')
    expect(next_cursor).toBeNull()
    expect(
      data.map((suite: { name: string; version: number; status: string }) => [
        suite.name,
        suite.version,
        suite.status,
      ]),
    ).toEqual([
      ['a', 2, 'active'],
      ['b', 1, 'active'],
      ['a', 1, 'superseded'],
    ])
    expect(data[2].superseded_by).toBe(data[0].id)
    expect(data[0]).toMatchObject({
      ai_system_id: aiSystemId,
      superseded_by: null,
      thresholds: [{ metric_name: 'asr', eval_type: 'prompt_injection', operator: 'lte', value: 0.1 }],
    })
    expect((await list('&status=active')).data).toEqual(data.slice(0, 2))
    expect((await list('&status=superseded')).data).toEqual(data.slice(2))
    const first = await list('&limit=2')
    expect(first.data).toEqual(data.slice(0, 2))
    expect((await list(`&limit=2&cursor=${first.next_cursor}`)).data).toEqual(data.slice(2))
  })

  test('the list of suites refuses an unknown status, and is empty for an unknown AI system', async () => {
    const { key } = at.organization
    const refused = await call(at.baseUrl, '/api/v1/eval-suites?status=newest', { key })
    expect(refused.status).toBe(400)
    const empty = await call(at.baseUrl, `/api/v1/eval-suites?ai_system_id=${at.organization.id}`, { key })
    expect(empty.body).toEqual({ data: [], next_cursor: null })
  })
})

describe('names', () => {
  test('of ten simultaneous profiles for one agent identity, one is created and nine are refused', async () => {
    const aiSystemId = await makeSystem('one agent')
    const reasons = await Promise.all(
      Array.from({ length: 10 }, () =>
        reasonOf(
          gate.profiles.createProfile(
            { aiSystemId, agentIdentity: 'one-agent', tools: ['b', 'a', 'b'], ...versions },
            session('createProfile'),
          ),
        ),
      ),
    )
    expect(reasons.filter((reason) => reason === Reason.VALIDATION)).toHaveLength(9)
    const { profiles } = await gate.profiles.listProfiles({ aiSystemId }, session('listProfiles'))
    expect(profiles).toMatchObject([{ agentIdentity: 'one-agent', tools: ['a', 'b'], version: 1 }])
  })

  test('an AI system’s name is unique in its organization, and free in another one', async () => {
    await makeSystem('taken')
    expect(await reasonOf(makeSystem('taken'))).toBe(Reason.VALIDATION)
    expect(await makeSystem('taken', await at.another())).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('a gate suite that cannot be a name, or does not exist, is refused as a validation error', async () => {
  const id = await makeSystem('odd gate suite')
  for (const gateSuite of ['a\0b', 'x'.repeat(501), "' or ''='", 'not there']) {
    const updated = gate.systems.updateSystem({ id, gateSuite }, session('updateSystem'))
    expect(await reasonOf(updated)).toBe(Reason.VALIDATION)
  }
})

describe('who may do what', () => {
  async function signIn(role: Role): Promise<string> {
    const { ledger } = at.composition.transports
    const email = `person-${role}@${at.organization.id}.example`
    const anonymous = create(CallerSchema, {
      organizationId: INSTALLATION_ID,
      actor: create(ActorSchema, { kind: ActorKind.ANONYMOUS }),
      via: Via.COMMAND,
      operation: 'createSession',
      requestId: mintId(systemClock.now()),
    })
    const { password } = await createClient(UserService, ledger).createUser(
      { email, role },
      session('createUser'),
    )
    const signedIn = await createClient(SessionService, ledger).createSession(
      { email, password },
      as(anonymous),
    )
    return signedIn.token
  }

  test('a member may not certify, resolve triggers or change AI systems', async () => {
    const aiSystemId = await makeSystem('roles')
    const member = sessionCaller('certify', await signIn(Role.MEMBER), systemClock)
    expect(await reasonOf(gate.certifications.certify({ aiSystemId }, member))).toBe(Reason.FORBIDDEN)
    expect(await reasonOf(gate.systems.updateSystem({ id: aiSystemId, name: 'x' }, member))).toBe(
      Reason.FORBIDDEN,
    )
    expect(await reasonOf(gate.triggers.resolveTrigger({ id: aiSystemId, reason: 'x' }, member))).toBe(
      Reason.FORBIDDEN,
    )
  })

  test('calls on another organization’s AI system answer not_found, as for an unknown id', async () => {
    const theirs = await at.another()
    const aiSystemId = await makeSystem('theirs', theirs)
    const missing = '01950000-0000-7000-8000-000000000000'
    for (const id of [aiSystemId, missing]) {
      expect(await reasonOf(gate.systems.getSystem({ id }, session('getSystem')))).toBe(Reason.NOT_FOUND)
      expect(
        await reasonOf(
          gate.suites.createSuite(
            { aiSystemId: id, name: 's', thresholds: [threshold] },
            session('createSuite'),
          ),
        ),
      ).toBe(Reason.NOT_FOUND)
      expect(
        await reasonOf(
          gate.profiles.createProfile(
            { aiSystemId: id, agentIdentity: 'x', ...versions },
            session('createProfile'),
          ),
        ),
      ).toBe(Reason.NOT_FOUND)
    }
  })

  test('the gate refuses an organization without the add-on, and the error names the add-on', async () => {
    const { key } = await at.another({ addons: [] })
    const answer = await call(at.baseUrl, `/api/v1/gate-status/${at.organization.id}`, { key })
    expect(answer.status).toBe(403)
    expect(answer.body.error).toMatchObject({ code: 'forbidden', details: { addon: 'agent_governance' } })
  })
})

test('the audit entry of each gate call has a receipt for each record that it wrote', async () => {
  const aiSystemId = await makeSystem('logged')
  await gate.suites.createSuite(
    { aiSystemId, name: 'safety', thresholds: [threshold] },
    session('createSuite'),
  )
  const entries = await sql<{ entry: string }>(
    at.databaseUrl,
    `select entry from ledger.entries where org_id = '${at.organization.id}' order by id desc limit 2`,
  )
  const [suite, system] = entries.map(({ entry }) => JSON.parse(entry))
  expect(system).toMatchObject({
    operation: 'createSystem',
    outcome: 'ok',
    receipts: [{ type: 'ai-systems', count: 1 }],
  })
  expect(suite).toMatchObject({
    operation: 'createSuite',
    actor: { kind: 'user' },
    receipts: [
      { type: 'suites', count: 1 },
      { type: 'ai-systems', count: 1 },
    ],
  })
})

test.each([
  'suites',
  'certifications',
  'attestations',
  'resolutions',
  'decisions',
  'triggers',
  'system_records',
])('gate.%s refuses delete and truncate, even by the table’s owner', async (table) => {
  await expect(sql(at.databaseUrl, `delete from gate.${table}`)).rejects.toThrow('append-only')
  await expect(sql(at.databaseUrl, `truncate gate.${table}`)).rejects.toThrow('append-only')
})
