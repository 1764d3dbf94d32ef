import { LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/call.ts'
import { commitState } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { INSTALLATION_ID } from '../../../kernel/ids.ts'
import { type ClientState, clientRecord } from '../../domain/access-records.ts'
import { ServiceClientEntity } from '../entities/access.ts'

/** Service clients; they belong to the installation. Only the SHA-256 of a token is stored. */
export type ClientStore = {
  list(): Promise<ClientState[]>
  create(call: Call, client: ClientState, tokenHash: Buffer): Promise<void>
  /** @returns the new state, or undefined when there is no such client. */
  revoke(call: Call, id: string): Promise<ClientState | undefined>
}

export function clientStore(db: Database): ClientStore {
  return {
    list: () => db.orm.em.fork().find(ServiceClientEntity, {}, { orderBy: { id: 'desc' } }),
    create: (call, client, tokenHash) =>
      transact(db, async (em, append) => {
        em.create(ServiceClientEntity, { ...client, tokenHash })
        await em.flush()
        await commitState(append, call, [clientState(client)])
      }),
    revoke: (call, id) =>
      transact(db, async (em, append) => {
        const client = await em.findOne(ServiceClientEntity, { id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (client === null) return undefined
        em.assign(client, { revokedAt: client.revokedAt ?? call.at, version: client.version + 1 })
        await em.flush()
        await commitState(append, call, [clientState(client)])
        return client
      }),
  }
}

function clientState(client: ClientState) {
  const text = clientRecord(INSTALLATION_ID, client)
  return {
    type: 'service-clients',
    table: 'ledger.service_client_records',
    id: client.id,
    version: client.version,
    text,
  }
}
