import { readdirSync } from 'node:fs'
import type { DescFile, DescMethod, DescService } from '@bufbuild/protobuf'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isControl } from '../../gateway/control/rpcs.ts'
import { CONTROL_SERVICES } from '../../gateway/control/services.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { accessOf, serviceOf } from '../../services/kernel/identity/access.ts'
import { ROLES, Role } from '../../services/kernel/identity/caller.ts'
import { ADDRESSED, someAddress } from '../contract/support/caller.ts'
import { controlClient, login, rpc } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

const every = await allServices()
const methods = every.flatMap((service) => service.methods)
const open = methods.filter(isControl)
const roles = [Role.ADMIN, Role.APPROVER, Role.AUDITOR, Role.MEMBER]

let at: TestInstallation
const people = new Map<Role, { email: string; password: string }>()
const sessions = new Map<Role, string>()
beforeAll(async () => {
  at = await bootInstallation({ env: ADDRESSED })
  const users = controlClient(at.baseUrl, UserService, at.organization.admin.session)
  for (const role of roles) {
    const email = `${ROLES.word(role)}@roles.example`
    const { password } = await users.createUser({ email, role })
    people.set(role, { email, password })
    sessions.set(role, (await login(at.baseUrl, { email, password })).session)
  }
})
afterAll(() => at.stop())

const pathOf = (method: DescMethod) => `${method.parent.typeName}/${method.name}`
const runs = (method: DescMethod) => at.composition.transports[serviceOf(method) as 'ledger'] !== undefined

test('the control API has every service with an RPC for people', () => {
  const expected = every.filter((service) => service.methods.some(isControl))
  expect(CONTROL_SERVICES.map(({ typeName }) => typeName).sort()).toEqual(
    expected.map(({ typeName }) => typeName).sort(),
  )
})

describe.each(roles.map((role) => [ROLES.word(role), role] as const))('%s', (_, role) => {
  test.each(open.map((method) => [pathOf(method), method] as const))('%s', async (path, method) => {
    if (!runs(method)) return expect(serviceOf(method)).not.toBe('ledger')
    // Calls that end the session are tried in a session of their own.
    const own = ['EndSession', 'ChangePassword'].includes(method.name)
    const session = own ? (await login(at.baseUrl, people.get(role)!)).session : sessions.get(role)!
    const answer = await rpc(at.baseUrl, path, { session })
    const { control } = accessOf(method)
    if (control.includes(role)) {
      expect([200, 400, 404]).toContain(answer.status)
      return
    }
    expect(answer.status).toBe(403)
    expect(answer.body).toMatchObject({
      code: 'permission_denied',
      error: { code: 'forbidden', details: { roles: control.map((one) => ROLES.word(one)) } },
    })
    const id = answer.headers.get('x-request-id')
    const [row] = await sql<{ entry: string }>(
      at.databaseUrl,
      'select entry from ledger.entries where org_id = $1 and id = $2',
      [at.organization.id, id],
    )
    expect(JSON.parse(row!.entry)).toMatchObject({
      operation: method.localName,
      outcome: 'refused',
      code: 'forbidden',
      actor: { kind: 'user', name: people.get(role)!.email },
    })
  })
})

test('RPCs that are not for people are not in the control API, even for an administrator', async () => {
  const closed = methods.filter((method) => !isControl(method))
  expect(closed.length).toBeGreaterThan(10)
  for (const method of closed) {
    const answer = await rpc(at.baseUrl, pathOf(method), { session: sessions.get(Role.ADMIN)! })
    expect([pathOf(method), answer.status, answer.body.error.code]).toEqual([
      pathOf(method),
      404,
      'not_found',
    ])
  }
})

test('every RPC without a session is answered 401, even with an API key', async () => {
  for (const method of open) {
    for (const headers of [
      {},
      { cookie: 'attestry_session=ats_0000000000000000000000000000000000000000000' },
      { authorization: `Bearer ${at.organization.key}` },
    ]) {
      const from = { ...headers, ...Object.fromEntries([someAddress()]) } as Record<string, string>
      const answer = await rpc(at.baseUrl, pathOf(method), { headers: from })
      expect(answer.status).toBe(401)
      expect(answer.body).toMatchObject({ code: 'unauthenticated', error: { code: 'unauthorized' } })
    }
  }
  const both = await rpc(at.baseUrl, pathOf(open[0]!), {
    session: at.organization.admin.session,
    headers: { authorization: `Bearer ${at.organization.key}` },
  })
  expect(both.status).toBe(401)
})

/** By hand, not from the protos: what people besides administrators may change. */
const INCIDENTS = [
  ...['AssetService/CreateAsset', 'SupplierService/CreateSupplier', 'IncidentService/CreateIncident'],
  ...['IncidentWorkService/EditIncident', 'IncidentWorkService/SetIncidentMoments'],
  ...['IncidentWorkService/AssessIncident', 'IncidentWorkService/MergeIncident'],
  ...['IncidentWorkService/CommentIncident', 'IncidentWorkService/AttachToIncident'],
  'ObligationService/FileIncidentReport',
  ...['IncidentReportService/CreateIncidentReport', 'IncidentReportService/EditIncidentReport'],
]

const CHANGES: { [role: string]: string[] } = {
  approver: [
    ...INCIDENTS,
    ...['AssetService/RetireAsset', 'IncidentService/MoveIncident', 'SupplierService/AssessSupplier'],
    ...['AssetService/EditAsset', 'SupplierService/EditSupplier'],
    ...['SuiteService/CreateSuite', 'ProfileService/CreateProfile', 'ProfileService/UpdateProfile'],
    ...['CertificationService/Certify', 'CertificationService/Attest'],
    ...['TriggerService/OpenTrigger', 'TriggerService/ResolveTrigger'],
    ...['ProposalService/AcceptProposal', 'ProposalService/DismissProposal', 'GateService/QueryGate'],
    ...['SessionService/EndSession', 'UserService/ChangePassword', 'EvidenceService/AttestDecision'],
  ],
  auditor: [
    ...['EvidenceService/ExportEvidence', 'CertificationService/Attest', 'TriggerService/OpenTrigger'],
    ...['GateService/QueryGate', 'SessionService/EndSession', 'UserService/ChangePassword'],
    ...['EvidenceService/AttestDecision'],
  ],
  member: [
    ...INCIDENTS,
    ...['AssetService/RetireAsset', 'IncidentService/MoveIncident', 'SupplierService/AssessSupplier'],
    ...['AssetService/EditAsset', 'SupplierService/EditSupplier'],
    ...['SuiteService/CreateSuite', 'ProfileService/CreateProfile', 'ProfileService/UpdateProfile'],
    ...['CertificationService/Attest', 'TriggerService/OpenTrigger', 'GateService/QueryGate'],
    ...['SessionService/EndSession', 'UserService/ChangePassword', 'EvidenceService/AttestDecision'],
  ],
}

/** By hand, not from the protos: what people who are neither administrator nor auditor do not see. */
const UNSEEN = [
  ...[
    'AuditService/ListEntries',
    'EvidenceService/ListExports',
    'KeyService/ListKeys',
    'UserService/ListUsers',
  ],
  ...[
    'LogService/GetCheckpoint',
    'LogService/ListCheckpoints',
    'LogService/GetEntryProof',
    'LogService/VerifyLog',
    'SigningKeyService/ListSigningKeys',
  ],
]

test('administrators may call every RPC for people; the other roles exactly the listed ones', () => {
  const shortOf = ({ parent, name }: DescMethod) => `${parent.name}/${name}`
  const people = methods.filter((one) => accessOf(one).control.length > 0)
  const allowed = (role: Role, writes: boolean) =>
    people
      .filter((one) => accessOf(one).writes === writes && accessOf(one).control.includes(role))
      .map(shortOf)
  expect(people.filter((one) => !accessOf(one).control.includes(Role.ADMIN)).map(shortOf)).toEqual([])
  const reads = allowed(Role.ADMIN, false)
  expect(allowed(Role.AUDITOR, false)).toEqual(reads)
  for (const role of [Role.APPROVER, Role.AUDITOR, Role.MEMBER])
    expect(allowed(role, true).sort()).toEqual([...CHANGES[ROLES.word(role)]!].sort())
  for (const role of [Role.APPROVER, Role.MEMBER])
    expect(reads.filter((name) => !allowed(role, false).includes(name)).sort()).toEqual([...UNSEEN].sort())
})

/** The services of every generated proto of this repository, found in the directory and not in a list. */
async function allServices(): Promise<DescService[]> {
  const root = new URL('../../proto/gen/attestry/', import.meta.url)
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('_pb.ts'),
  )
  const found = await Promise.all(files.map((name) => import(new URL(name, root).href)))
  const descriptors = found.flatMap((module) => Object.values(module) as { kind?: string }[])
  const isFile = (value: { kind?: string }): value is DescFile => value?.kind === 'file'
  return descriptors.filter(isFile).flatMap(({ services }) => services)
}
