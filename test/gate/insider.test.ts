import { status } from '@grpc/grpc-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { GateService } from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { EvaluationService } from '../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { timestampOf } from '../../services/kernel/values/time.ts'
import { entriesBy, makeMicroservice } from '../grpc/support/microservice.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { grpcClient } from './grpc-client.ts'
import { grantedAgo, makePerson, makeScene, refusal, separated } from './people.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ shape: 'split' })
})
afterAll(() => at.stop())

test('results that name a version which only looks like the current one are not certified', async () => {
  const { organization, admin } = await separated(at)
  const third = await makePerson(at, admin, { role: Role.APPROVER })
  await grantedAgo(at, organization, 24)
  const scene = await makeScene(at, organization, { admin, author: admin })
  await admin.profiles.updateProfile({ id: scene.profileId, modelVersion: '2é' })
  const named = { agent_identity: scene.agentIdentity, model_name: 'm', prompt_version: '1' }
  const submitted = async (...versions: unknown[]): Promise<Reason | undefined> => {
    const agents = versions.map((model_version) => ({ ...named, model_version }))
    expect((await scene.result(0.05, { payload: { agents } })).status).toBe(201)
    return refusal(scene.certify(third))
  }
  for (const version of ['2É', '2é ', '2e\u0301', '２é', '2é\u200b', ['2é'], null])
    expect([version, await submitted(version)]).toEqual([version, Reason.CONFLICT])
  expect(await submitted('2é', '1')).toBe(Reason.CONFLICT)
  expect(await submitted('2é')).toBeUndefined()
})

test('a role that a person has granted, removed and granted again waits again', async () => {
  const { organization, admin } = await separated(at)
  const scene = await makeScene(at, organization, { admin, author: admin, attestationRoles: ['ciso'] })
  const own = (...values: string[]) => admin.users.updateUser({ id: admin.id, attestationRoles: { values } })
  await own('ciso')
  await grantedAgo(at, organization, 24)
  await own()
  await own('ciso')
  expect(await refusal(scene.attest(admin, 'ciso'))).toBe(Reason.FORBIDDEN)
})

test('a microservice with two organizations reads and writes in the one it names, under one key in each', async () => {
  const [a, b] = [await separated(at), await separated(at)]
  const ofA = await makeScene(at, a.organization, { admin: a.admin, author: a.admin })
  const ofB = await makeScene(at, b.organization, { admin: b.admin, author: b.admin })
  const organizationIds = [a.organization.id, b.organization.id]
  const both = await makeMicroservice(at, { name: 'both', services: ['gate', 'ingestion'], organizationIds })
  const clients = ['gate', 'ingestion'].flatMap((service) =>
    organizationIds.map((organization) =>
      grpcClient(at.urls[service]!, {
        authorization: `Bearer ${both.token}`,
        'attestry-organization': organization,
        'idempotency-key': 'one-key',
      }),
    ),
  )
  const [gateA, gateB, resultsA, resultsB] = clients as [Grpc, Grpc, Grpc, Grpc]
  const ask = (by: Grpc, aiSystemId: string) => codeOf(by.call(GateService.method.queryGate, { aiSystemId }))
  const submit = (by: Grpc, aiSystemId: string) =>
    codeOf(
      by.call(EvaluationService.method.submitEvaluations, {
        evaluations: [{ ...RESULT, aiSystemId }],
      }),
    )
  expect(await ask(gateA, ofA.aiSystemId)).toBe(status.OK)
  expect(await ask(gateB, ofA.aiSystemId)).toBe(status.NOT_FOUND)
  expect(await submit(resultsA, ofA.aiSystemId)).toBe(status.OK)
  expect(await submit(resultsB, ofA.aiSystemId)).toBe(status.NOT_FOUND)
  expect(await submit(resultsB, ofB.aiSystemId)).toBe(status.OK)
  for (const client of clients) client.close()
  const entries = (await entriesBy(at, both.id)).map(
    ({ organization_id: organization, operation, outcome }) => {
      return [organizationIds.indexOf(organization), operation, outcome]
    },
  )
  expect(entries).toEqual([
    [0, 'queryGate', 'ok'],
    [1, 'queryGate', 'refused'],
    [0, 'submitEvaluations', 'ok'],
    [1, 'submitEvaluations', 'refused'],
    [1, 'submitEvaluations', 'ok'],
  ])
})

type Grpc = ReturnType<typeof grpcClient>

const codeOf = (work: Promise<unknown>): Promise<number> =>
  work.then(
    () => status.OK,
    (error: { code: number }) => error.code,
  )

const RESULT = {
  source: 'ci',
  evalType: 'prompt_injection',
  metricName: 'asr',
  metricValue: 0.9,
  passed: true,
  evaluatedAt: timestampOf('2026-01-02T03:04:05.000Z'),
  evalSuite: 'release',
}
