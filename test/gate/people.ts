import type { DescService } from '@bufbuild/protobuf'
import type { Client } from '@connectrpc/connect'
import { CertificationService } from '../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { ProfileService } from '../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { Operator, SuiteService } from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { ProposalService, TriggerService } from '../../proto/gen/attestry/gate/v1/triggers_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import type { Reason } from '../../services/kernel/errors/errors.ts'
import type { Role } from '../../services/kernel/identity/caller.ts'
import { controlClient, login } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import type { TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { call } from '../harness/rest.ts'

/** A person who uses the RPCs of the control API. */
export type PersonAt = ReturnType<typeof personAt>

export function personAt(baseUrl: string, id: string, session: string) {
  const of = <S extends DescService>(service: S): Client<S> => controlClient(baseUrl, service, session)
  return {
    id,
    session,
    users: of(UserService),
    systems: of(SystemService),
    profiles: of(ProfileService),
    suites: of(SuiteService),
    certifications: of(CertificationService),
    triggers: of(TriggerService),
    proposals: of(ProposalService),
  }
}

/** Makes a person. Where the person got a one-time password, it has been changed. */
export async function makePerson(
  at: TestInstallation,
  by: PersonAt,
  { role, attestationRoles = [] }: { role: Role; attestationRoles?: string[] },
): Promise<PersonAt & { email: string; password: string }> {
  people += 1
  const email = `person-${people}@people.example`
  const { user, password } = await by.users.createUser({ email, role, attestationRoles })
  const signedIn = await changed(at, { id: user!.id, email, password })
  return { ...personAt(at.baseUrl, user!.id, signedIn.session), email, password: signedIn.password }
}

/** Signs in, and changes the password where it is a one-time password. */
export async function changed(
  at: TestInstallation,
  { id, email, password }: { id: string; email: string; password: string },
): Promise<{ session: string; password: string }> {
  const { session } = await login(at.baseUrl, { email, password })
  const own = `${password} of my own`
  await personAt(at.baseUrl, id, session).users.changePassword({
    currentPassword: password,
    newPassword: own,
  })
  return { session: (await login(at.baseUrl, { email, password: own })).session, password: own }
}

/** Makes an AI system with a suite and an agent, and returns the actions on it. */
export async function makeScene(
  at: TestInstallation,
  { key }: TestOrganization,
  people: { admin: PersonAt; author: PersonAt; attestationRoles?: string[]; name?: string },
) {
  scenes += 1
  const { admin, author, attestationRoles = [], name = `system ${scenes}` } = people
  const agentIdentity = `agent-${scenes}`
  const { system } = await admin.systems.createSystem({ name, attestationRoles })
  const aiSystemId = system!.id
  const suite = (value: number, name = 'release') =>
    author.suites.createSuite({
      aiSystemId,
      name,
      thresholds: [{ metricName: 'asr', evalType: 'prompt_injection', operator: Operator.LTE, value }],
    })
  await suite(0.1)
  const versions = { modelName: 'm', modelVersion: '1', promptVersion: '1' }
  const { profile } = await author.profiles.createProfile({
    ...{ aiSystemId, agentIdentity, tools: ['search'], ...versions },
  })
  const result = (metric_value: number, more: object = {}, by = key) =>
    call(at.baseUrl, '/api/v1/ai-evaluations', {
      key: by,
      body: {
        ...{ ai_system_id: aiSystemId, source: 'ci', eval_type: 'prompt_injection', metric_name: 'asr' },
        ...{
          metric_value,
          passed: true,
          evaluated_at: '2026-01-02T03:04:05Z',
          eval_suite: 'release',
          ...more,
        },
      },
    })
  await result(0.05)
  const review = async (by: PersonAt) => {
    const { reviewedHash } = await by.certifications.review({ aiSystemId })
    return { aiSystemId, reviewedHash }
  }
  return {
    ...{ aiSystemId, profileId: profile!.id, agentIdentity, suite, result, review },
    certify: async (by: PersonAt) => by.certifications.certify(await review(by)),
    attest: async (by: PersonAt, role: string) =>
      by.certifications.attest({ ...(await review(by)), role, statement: 'looked at it' }),
    gate: async (): Promise<string[]> => {
      const answer = await call(at.baseUrl, `/api/v1/gate-status/${aiSystemId}`, { key })
      return [answer.body.decision, ...answer.body.reasons]
    },
  }
}

/** Returns the reason for which a call is refused; undefined where it is not refused. */
export async function refusal(answer: Promise<unknown>): Promise<Reason | undefined> {
  try {
    await answer
    return undefined
  } catch (error) {
    return fromConnectError(error).reason
  }
}

let people = 0
let scenes = 0

/** Changes the database as if everything that was granted, made and reset in an organization had been done `hours` hours ago. */
export async function grantedAgo(
  at: TestInstallation,
  organization: TestOrganization,
  hours: number,
): Promise<void> {
  await sql(
    at.databaseUrl,
    'update ledger.role_grants set granted_at = now() - make_interval(hours => $2) where org_id = $1',
    [organization.id, hours],
  )
}

/** Makes an organization with separation of duties, and its administrator. */
export async function separated(
  at: TestInstallation,
  settings = SEPARATED,
): Promise<{ organization: TestOrganization; admin: PersonAt }> {
  const organization = await at.another({ separationOfDuties: settings })
  return { organization, admin: personAt(at.baseUrl, organization.admin.id, organization.admin.session) }
}

/** The settings of every new organization. */
export const SEPARATED = {
  certifierIsAnother: true,
  attesterPerRole: true,
  changesNeedAnother: true,
  roleWaitHours: 24,
}
