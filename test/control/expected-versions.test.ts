import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProfileService } from '../../proto/gen/attestry/gate/v1/profiles_pb.ts'
import { SystemService } from '../../proto/gen/attestry/gate/v1/systems_pb.ts'
import { WebhookFormat, WebhookService } from '../../proto/gen/attestry/ingestion/v1/webhooks_pb.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import { ChannelKind, NotificationService } from '../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import { UserService } from '../../proto/gen/attestry/ledger/v1/users_pb.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { type AdminClients, adminClients } from '../harness/control.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'

let at: TestInstallation
let client: AdminClients
beforeAll(async () => {
  at = await bootInstallation()
  client = adminClients(at)
})
afterAll(() => at?.stop())

type Thing = { id: string; version: number }
/** Creates an object, and changes it as the second argument says. */
type Kind = { make: () => Promise<Thing>; change: (id: string, to: string, read: number) => Promise<Thing> }

const KINDS: { [what: string]: Kind } = {
  'a person': {
    make: async () =>
      (await client(UserService).createUser({ email: 'p@x.example', role: Role.MEMBER })).user!,
    change: async (id, to, expectedVersion) =>
      (await client(UserService).updateUser({ id, attestationRoles: { values: [to] }, expectedVersion }))
        .user!,
  },
  'an API key': {
    make: async () =>
      (await client(KeyService).createKey({ name: 'k', permissions: ['incidents:write'] })).key!,
    change: async (id, name, expectedVersion) =>
      (await client(KeyService).updateKey({ id, name, expectedVersion })).key!,
  },
  'a channel': {
    make: async () => {
      const email = { kind: ChannelKind.EMAIL, recipients: ['soc@x.example'] }
      return (await client(NotificationService).createChannel({ name: 'c', ...email })).channel!
    },
    change: async (id, name, expectedVersion) =>
      (await client(NotificationService).updateChannel({ id, name, expectedVersion })).channel!,
  },
  'a webhook endpoint': {
    make: async () => {
      const made = await client(WebhookService).createWebhookEndpoint({
        ...{ name: 'w', format: WebhookFormat.SERVICE },
      })
      return made.endpoint!
    },
    change: async (id, name, expectedVersion) =>
      (await client(WebhookService).updateWebhookEndpoint({ id, name, expectedVersion })).endpoint!,
  },
  'an AI system': {
    make: async () => (await client(SystemService).createSystem({ name: 's' })).system!,
    change: async (id, name, expectedVersion) =>
      (await client(SystemService).updateSystem({ id, name, expectedVersion })).system!,
  },
  'an agent profile': {
    make: async () => {
      const { system } = await client(SystemService).createSystem({ name: 'of the profile' })
      const versions = { modelName: 'm', modelVersion: '1', promptVersion: '1' }
      const made = await client(ProfileService).createProfile({
        ...{ aiSystemId: system!.id, agentIdentity: 'a', tools: [], ...versions },
      })
      return made.profile!
    },
    change: async (id, promptVersion, expectedVersion) =>
      (await client(ProfileService).updateProfile({ id, promptVersion, expectedVersion })).profile!,
  },
}

test.each(Object.entries(KINDS))(
  'a change of %s with a stale expected version is refused with the current one',
  async (_, { make, change }) => {
    const { id, version } = await make()
    const changed = await change(id, 'first', version)
    expect(changed.version).toBe(version + 1)
    await expect(change(id, 'second', version)).rejects.toThrow(
      `is at version ${version + 1}, not ${version}`,
    )
    await expect(change(id, 'second', -1)).rejects.toThrow('expected_version')
    expect(await change(id, 'third', 0)).toMatchObject({ version: version + 2 })
  },
)
