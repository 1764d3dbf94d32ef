import { createClient } from '@connectrpc/connect'
import { ClientService } from '../../../proto/gen/attestry/ledger/v1/clients_pb.ts'
import { as, operatorCaller } from '../../../services/kernel/identity/caller.ts'
import { INSTALLATION_ID } from '../../../services/kernel/values/ids.ts'
import { sql } from '../../harness/database.ts'
import type { TestInstallation } from '../../harness/installation.ts'

/** A service client that the operator has made. */
export type Microservice = { id: string; token: string; revoke(): Promise<void> }

export async function makeMicroservice(
  at: TestInstallation,
  options: { name?: string; services?: string[]; organizationIds?: string[]; trusted?: boolean } = {},
): Promise<Microservice> {
  const clients = createClient(ClientService, at.composition.transports.ledger)
  const { name = 'payroll', services = ['ledger'], trusted = false } = options
  const { organizationIds = trusted ? [] : [at.organization.id] } = options
  const call = { name, services, organizationIds, trusted }
  const made = await clients.createClient(call, as(operatorCaller('createClient', new Date())))
  const { id } = made.client!
  return {
    id,
    token: made.token,
    revoke: async () => {
      await clients.revokeClient({ id }, as(operatorCaller('revokeClient', new Date())))
    },
  }
}

/** Returns the audit entries whose actor has this id, oldest first. */
export async function entriesBy(at: TestInstallation, actorId: string) {
  const rows = await sql<{ entry: string }>(
    at.databaseUrl,
    `select entry from ledger.entries where entry::jsonb -> 'actor' ->> 'id' = $1 order by id`,
    [actorId],
  )
  return rows.map(({ entry }) => JSON.parse(entry))
}

/** Counts the calls without a valid credential in the log of the installation. */
export async function unauthorizedEntries(at: TestInstallation): Promise<number> {
  const [row] = await sql<{ count: number }>(
    at.databaseUrl,
    `select count(*)::int from ledger.entries where org_id = $1 and entry::jsonb ->> 'code' = 'unauthorized'`,
    [INSTALLATION_ID],
  )
  return row!.count
}
