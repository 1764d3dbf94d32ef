import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebhookFormat, WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { ClientService } from '../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { SigningKeyService } from '../../proto/gen/attestry/ledger/v1/signing_keys_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { as, operatorCaller, Role } from '../../services/kernel/identity/caller.ts'
import { exported, outcome } from '../evidence/support/export.ts'
import { controlClient } from '../harness/control.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at?.stop())

type Revocable = { make(email?: string): Promise<string>; revoke(id: string): Promise<number> }
const session = () => at.organization.admin.session
const keys = () => controlClient(at.baseUrl, KeyService, session())
const webhooks = () => controlClient(at.baseUrl, WebhookService, session())
const clients = () => createClient(ClientService, at.composition.transports.ledger)
const users = () => controlClient(at.baseUrl, UserService, session())
const signing = () => createClient(SigningKeyService, at.composition.transports.ledger)
const operator = (operation: string) => as(operatorCaller(operation, new Date()))
const KINDS: { [operation: string]: Revocable } = {
  revokeKey: {
    make: async () => (await keys().createKey({ name: 'k', permissions: ['incidents:read'] })).key!.id,
    revoke: async (id) => (await keys().revokeKey({ id })).key!.version,
  },
  revokeWebhookEndpoint: {
    make: async () =>
      (await webhooks().createWebhookEndpoint({ name: 'w', format: WebhookFormat.SERVICE })).endpoint!.id,
    revoke: async (id) => (await webhooks().revokeWebhookEndpoint({ id })).endpoint!.version,
  },
  revokeClient: {
    make: async () =>
      (await clients().createClient({ name: 'c', services: ['ledger'] }, operator('createClient'))).client!
        .id,
    revoke: async (id) => (await clients().revokeClient({ id }, operator('revokeClient'))).client!.version,
  },
  disableUser: {
    make: async (email = 'again@b.example') =>
      (await users().createUser({ email, password: 'correct horse battery', role: Role.MEMBER })).user!.id,
    revoke: async (id) => (await users().disableUser({ id })).user!.version,
  },
}

const entriesOf = async (operation: string): Promise<number> => {
  const text = `select from ledger.entries where strpos(entry, '"operation":"${operation}"') > 0`
  return (await sql(at.databaseUrl, text)).length
}

test.each(Object.keys(KINDS))(
  '%s of what is revoked has its audit entry, and no further version',
  async (operation) => {
    const { make, revoke } = KINDS[operation]!
    const id = await make()
    expect([await revoke(id), await revoke(id), await revoke(id)]).toEqual([2, 2, 2])
    expect(await entriesOf(operation)).toBe(3)
  },
)

test('a revocation is recorded where only the row said so', async () => {
  const { make, revoke } = KINDS.revokeKey!
  const id = await make()
  await sql(at.databaseUrl, 'update ledger.api_keys set revoked_at = now() where id = $1', [id])
  expect(await revoke(id)).toBe(2)
  const [newest] = await sql<{ record: string }>(
    at.databaseUrl,
    'select record from ledger.api_key_records where id = $1 order by version desc limit 1',
    [id],
  )
  expect(JSON.parse(newest!.record).revoked_at).not.toBeNull()
})

test('a person is disabled again where only the row said so', async () => {
  const { make, revoke } = KINDS.disableUser!
  const id = await make('other@b.example')
  await sql(at.databaseUrl, "update ledger.users set status = 'disabled' where id = $1", [id])
  expect(await revoke(id)).toBe(2)
})

test('the revocation of a signing key is recorded again for another reason only', async () => {
  const [before] = (await signing().listSigningKeys({}, operator('listSigningKeys'))).keys
  await signing().rotateSigningKey({}, operator('rotateSigningKey'))
  const kid = before!.kid
  for (const reason of ['lost', 'lost', 'stolen', 'stolen'])
    await signing().revokeSigningKey({ kid, reason }, operator('revokeSigningKey'))
  const versions = await sql<{ record: string }>(
    at.databaseUrl,
    `select record from ledger.signing_key_records where record::json ->> 'kid' = $1 order by version`,
    [kid],
  )
  const reasons = versions.map(({ record }) => JSON.parse(record).revocation_reason)
  expect(reasons).toEqual([null, null, 'lost', 'stolen'])
  expect(await entriesOf('revokeSigningKey')).toBe(4)
})

test('the log of repeated revocations verifies', async () => {
  expect(await outcome(await exported(at, session()))).toBe('verified')
})
