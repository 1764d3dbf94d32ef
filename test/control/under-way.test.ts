import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebhookFormat, WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { ChannelKind, NotificationService } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { SessionService } from '../../proto/gen/attestry/ledger/v1/sessions_pb.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { Reason } from '../../services/kernel/errors/errors.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { changed, makePerson, makeScene, type PersonAt, personAt } from '../gate/people.ts'
import { controlClient, login } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import type { TestOrganization } from '../harness/organization.ts'
import { bootWithKms } from '../log/support.ts'
import { raceForAccount } from './support/race-for-account.ts'

/* Calls of a person that are under way while the credential that authenticated them is revoked. */

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

type Taking = (admin: PersonAt, person: PersonAt & { password: string }) => Promise<unknown>
const signOut: Taking = (_, { session }) => controlClient(at.baseUrl, SessionService, session).endSession({})
const TAKEN: [string, Taking][] = [
  ['disabled', ({ users }, { id }) => users.disableUser({ id })],
  [
    'demoted',
    ({ users }, { id }) => users.updateUser({ id, role: Role.MEMBER, attestationRoles: { values: [] } }),
  ],
  ['reset', ({ users }, { id }) => users.resetPassword({ id })],
  ['signed out', signOut],
  [
    'given another password by its owner',
    (_, { users, password }) =>
      users.changePassword({ currentPassword: password, newPassword: `${password}, another one` }),
  ],
]

async function people(organization: TestOrganization, role: Role) {
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  return { admin, person: await makePerson(at, admin, { role, attestationRoles: ['ciso'] }) }
}

test.each(TAKEN)(
  'whoever holds an administrator’s session that is %s during the call gets no lasting access',
  async (_, take) => {
    const { admin, person } = await people(await at.another(), Role.ADMIN)
    const { session } = person
    const notifications = controlClient(at.baseUrl, NotificationService, session)
    const webhooks = controlClient(at.baseUrl, WebhookService, session)
    const keys = controlClient(at.baseUrl, KeyService, session)
    const url = 'https://receiver.example/hook'
    const refused = await raceForAccount(
      at.databaseUrl,
      person.id,
      () => take(admin, person),
      () => [
        keys.createKey({ name: 'late', permissions: ['incidents:read'], rateLimit: 1 }),
        notifications.createChannel({ name: 'late', kind: ChannelKind.WEBHOOK, url }),
        webhooks.createWebhookEndpoint({ name: 'late', format: WebhookFormat.SERVICE }),
      ],
    )
    expect(refused).toEqual(refused.map(() => Reason.FORBIDDEN))
  },
)

test.each(TAKEN)('an approver whose account is %s during the call approves nothing', async (_, take) => {
  const organization = await at.another({ separationOfDuties: { roleWaitHours: 0 } })
  const { admin, person } = await people(organization, Role.APPROVER)
  const scene = await makeScene(at, organization, { admin, author: admin, attestationRoles: ['ciso'] })
  const { trigger } = await admin.triggers.openTrigger({ aiSystemId: scene.aiSystemId, reason: 'look at it' })
  const seen = await scene.review(person)
  const refused = await raceForAccount(
    at.databaseUrl,
    person.id,
    () => take(admin, person),
    () => [
      person.certifications.certify(seen),
      person.certifications.attest({ ...seen, role: 'ciso', statement: 'looked at it' }),
      person.triggers.resolveTrigger({ id: trigger!.id, occurrences: 1n, reason: 'fine' }),
    ],
  )
  expect(refused).toEqual(refused.map(() => Reason.FORBIDDEN))
})

test('an administrator who is disabled during the call revokes no signing key', async () => {
  const alone = await bootWithKms()
  try {
    const { id, session } = alone.organization.admin
    const admin = personAt(alone.baseUrl, id, session)
    const person = await makePerson(alone, admin, { role: Role.ADMIN })
    const keys = controlClient(alone.baseUrl, SigningKeyService, person.session)
    await keys.rotateSigningKey({})
    const retired = (await keys.listSigningKeys({})).keys.find(({ status }) => status === 'retired')!
    const refused = await raceForAccount(
      alone.databaseUrl,
      person.id,
      () => admin.users.disableUser({ id: person.id }),
      () => [keys.revokeSigningKey({ kid: retired.kid, reason: 'out of spite' }), keys.rotateSigningKey({})],
    )
    expect(refused).toEqual(refused.map(() => Reason.FORBIDDEN))
  } finally {
    await alone.stop()
  }
})

test('signing out of one session during a call does not affect the person’s other sessions', async () => {
  const { admin, person } = await people(await at.another(), Role.ADMIN)
  const { session } = await login(at.baseUrl, person)
  const keys = controlClient(at.baseUrl, KeyService, session)
  const refused = await raceForAccount(
    at.databaseUrl,
    person.id,
    () => signOut(admin, person),
    () => [keys.createKey({ name: 'late', permissions: ['incidents:read'], rateLimit: 1 })],
  )
  expect(refused).toEqual([undefined])
})

test('simultaneous calls of one person all succeed if no right is taken away', async () => {
  const { admin, person } = await people(await at.another(), Role.ADMIN)
  const { session } = await login(at.baseUrl, person)
  const keys = controlClient(at.baseUrl, KeyService, session)
  const make = (name: string) => keys.createKey({ name, permissions: ['incidents:read'], rateLimit: 1 })
  const made = await Promise.all(['one', 'two', 'three', 'four', 'five', 'six'].map(make))
  expect(made).toHaveLength(6)
  const { password } = await admin.users.resetPassword({ id: person.id })
  await changed(at, { ...person, password })
})
