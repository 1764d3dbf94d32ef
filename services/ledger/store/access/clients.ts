import { type EntityManager, LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import { commitState, type StateRecord } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { isRevokedAgain } from '../../../kernel/database/recorded.ts'
import { below } from '../../../kernel/database/seek.ts'
import { type Append, runIn, transact } from '../../../kernel/database/transact.ts'
import { INSTALLATION_ID } from '../../../kernel/values/ids.ts'
import { type ClientState, clientRecord } from '../../domain/access/access-records.ts'
import { ServiceClientEntity } from '../entities/access.ts'

/** Service clients; they belong to the installation. Only the SHA-256 of a token is stored. */
export type ClientStore = {
  page(limit: number, before: string | undefined): Promise<ClientState[]>
  create(call: Call, client: ClientState, tokenHash: Buffer): Promise<void>
  /**
   * Creates the client unless the token is already stored, for whichever client. Records the client that has it where an early version
   * stored it without a record. A row that somebody else wrote does not have the hash of the installation's own token.
   */
  ensure(call: Call, client: ClientState, tokenHash: Buffer): Promise<void>
  /** @returns the new state, or undefined when there is no such client. */
  revoke(call: Call, id: string): Promise<ClientState | undefined>
}

export function clientStore(db: Database): ClientStore {
  return {
    page: (limit, before) =>
      db.orm.em.fork().find(ServiceClientEntity, below(before), { orderBy: { id: 'desc' }, limit }),
    create: (call, client, tokenHash) =>
      transact(db, async (em, append) => {
        em.create(ServiceClientEntity, { ...client, tokenHash })
        await em.flush()
        await commitState(append, call, [clientState(client, tokenHash)])
      }),
    ensure: (call, client, tokenHash) =>
      transact(db, async (em, append) => {
        const { id, name, services, trusted, version, createdAt } = client
        const values = [id, tokenHash, name, services, trusted, version, createdAt]
        const rows = await runIn(em, ENSURE, values)
        if (rows.length > 0) await commitState(append, call, [clientState(client, tokenHash)])
        else await recordFound(em, append, call, tokenHash)
      }),
    revoke: (call, id) =>
      transact(db, async (em, append) => {
        const client = await em.findOne(
          ServiceClientEntity,
          { id },
          { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['tokenHash'] },
        )
        if (client === null) return undefined
        const change = { revokedAt: client.revokedAt ?? call.at }
        const state = clientState(client, client.tokenHash)
        if (await isRevokedAgain(em, INSTALLATION_ID, client, change, state)) {
          await commitState(append, call, [])
          return client
        }
        em.assign(client, { ...change, version: client.version + 1 })
        await em.flush()
        await commitState(append, call, [clientState(client, client.tokenHash)])
        return client
      }),
  }
}

async function recordFound(em: EntityManager, append: Append, call: Call, tokenHash: Buffer): Promise<void> {
  const stored = { lockMode: LockMode.PESSIMISTIC_WRITE, populate: ['tokenHash'] } as const
  const client = await em.findOneOrFail(ServiceClientEntity, { tokenHash }, stored)
  const records = await em.execute(
    'select from ledger.service_client_records where org_id = ? and id = ? limit 1',
    [INSTALLATION_ID, client.id],
  )
  if (records.length > 0) return
  const caller = { ...call.caller, operation: 'recordFound' }
  await commitState(append, { ...call, caller }, [clientState(client, client.tokenHash)])
}

/** If several processes start at once, one of them creates it. */
const ENSURE = `
  insert into ledger.service_clients (id, token_hash, name, services, organization_ids, trusted, version, created_at)
  values ($1, $2, $3, $4, '{}', $5, $6, $7) on conflict (token_hash) do nothing returning id`

/** @param tokenHash as it is stored */
export function clientState(client: ClientState, tokenHash: Uint8Array): StateRecord {
  const text = clientRecord(INSTALLATION_ID, client, tokenHash)
  return {
    type: 'service-clients',
    table: 'ledger.service_client_records',
    id: client.id,
    version: client.version,
    text,
  }
}
