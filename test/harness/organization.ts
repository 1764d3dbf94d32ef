import type { MessageInitShape } from '@bufbuild/protobuf'
import { createClient } from '@connectrpc/connect'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import type { Composition } from '../../gateway/cli/process/compose.ts'
import { KeyService } from '../../proto/gen/attestry/ledger/v1/keys_pb.ts'
import {
  OrganizationService,
  type SeparationOfDutiesSchema,
} from '../../proto/gen/attestry/ledger/v1/organizations_pb.ts'
import type { Clock } from '../../services/kernel/clock.ts'
import { as, operatorCaller } from '../../services/kernel/identity/caller.ts'
import { ADDONS, PERMISSIONS } from '../../services/kernel/identity/permissions.ts'

/** An organization with an administrator, a session of that person, and a key with every permission. */
export type TestOrganization = {
  id: string
  admin: { id: string; email: string; password: string; session: string }
  key: string
  keyId: string
  /** Makes a further key. */
  makeKey(options: {
    permissions?: string[]
    rateLimit?: number
    name?: string
  }): Promise<{ id: string; key: string }>
  /** Revokes a key. */
  revokeKey(id: string): Promise<void>
}

/** Without `separationOfDuties` one person may do everything, as in an organization that is older than these settings. */
export type OrganizationOptions = {
  name?: string
  addons?: string[]
  adminEmail?: string
  separationOfDuties?: MessageInitShape<typeof SeparationOfDutiesSchema>
}

export async function makeOrganization(
  { transports }: Composition,
  clock: Clock,
  options: OrganizationOptions = {},
): Promise<TestOrganization> {
  const {
    name = 'Test organization',
    addons = [...ADDONS],
    adminEmail = '',
    separationOfDuties = {},
  } = options
  const made = await createClient(OrganizationService, transports.ledger).createOrganization(
    { name, addons, adminEmail, adminAttestationRoles: ['ciso', 'dpo'], separationOfDuties },
    as(operatorCaller('createOrganization', clock.now())),
  )
  const keys = createClient(KeyService, transports.ledger)
  const session = made.adminSession
  const makeKey: TestOrganization['makeKey'] = async ({
    permissions = [...PERMISSIONS],
    rateLimit = 1_000_000,
    name = 'test',
  }) => {
    const { key, secret } = await keys.createKey(
      { name, permissions, rateLimit },
      sessionCaller('createKey', session, clock),
    )
    return { id: key!.id, key: secret }
  }
  const first = await makeKey({})
  return {
    id: made.organization!.id,
    admin: { id: made.adminId, email: made.adminEmail, password: made.adminPassword, session },
    key: first.key,
    keyId: first.id,
    makeKey,
    revokeKey: async (id) => {
      await keys.revokeKey({ id }, sessionCaller('revokeKey', session, clock))
    },
  }
}
