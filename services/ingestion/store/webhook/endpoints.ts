import { LockMode } from '@mikro-orm/postgresql'
import type { Call } from '../../../kernel/audit/call.ts'
import type { SealedSecret } from '../../../kernel/crypto/sealed-secrets.ts'
import { commitState, type StateRecord } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { holdPerson } from '../../../kernel/database/hold-person.ts'
import { isRevokedAgain, requireRecorded } from '../../../kernel/database/recorded.ts'
import { statePart } from '../../../kernel/database/state-part.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import type { Part } from '../../../kernel/lists/part.ts'
import {
  type EndpointState,
  endpointRecord,
  MAX_ENDPOINTS,
  SECRET_FIELDS,
} from '../../domain/webhook/endpoint.ts'
import { EndpointEntity } from '../entities/webhook.ts'

/** The webhook endpoints: the current state is a row, and every version is a record. The row of a revoked endpoint stays. */
export type EndpointStore = {
  /** The first part of up to `limit` endpoints with ids below `before`, newest first. */
  page(organizationId: string, limit: number, before: string | undefined): Promise<Part<EndpointState>>
  get(organizationId: string, id: string): Promise<EndpointState | undefined>
  /**
   * Calls at the same time may exceed the limit by their number.
   *
   * @throws DomainError CONFLICT while MAX_ENDPOINTS of the organization are in use
   */
  create(call: Call, endpoint: EndpointState, sealed: SealedSecret): Promise<void>
  /** Appends the next version. @returns the new state, or undefined when there is no such endpoint. */
  update(
    call: Call,
    id: string,
    change: (endpoint: EndpointState) => EndpointChange,
  ): Promise<EndpointState | undefined>
}

type EndpointChange = Partial<EndpointState & SealedSecret>

const ENDPOINTS = { table: 'ingestion.webhook_endpoints', records: 'ingestion.webhook_endpoint_records' }

export function endpointStore(db: Database): EndpointStore {
  return {
    page: (organizationId, limit, before) =>
      statePart(db, EndpointEntity, ENDPOINTS, organizationId, { order: 'newest', limit, cursor: before }),
    get: async (orgId, id) => (await db.orm.em.fork().findOne(EndpointEntity, { orgId, id })) ?? undefined,
    create: (call, endpoint, sealed) =>
      transact(db, async (em, append) => {
        await holdPerson(em, call)
        const inUse = await em.count(EndpointEntity, { orgId: endpoint.orgId, revokedAt: null })
        if (inUse >= MAX_ENDPOINTS)
          throw new DomainError(
            Reason.CONFLICT,
            `there are ${MAX_ENDPOINTS} webhook endpoints already: revoke one first`,
          )
        em.create(EndpointEntity, { ...endpoint, ...sealed })
        await em.flush()
        if (endpoint.mapping != null) await em.execute(SAVE_MAPPING, mappingValues(endpoint))
        await commitState(append, call, [endpointRow(endpoint, sealed)])
      }),
    update: (call, id, change) =>
      transact(db, async (em, append) => {
        const where = { orgId: call.caller.organizationId, id }
        await holdPerson(em, call)
        const row = await em.findOne(EndpointEntity, where, { lockMode: LockMode.PESSIMISTIC_WRITE })
        if (row === null) return undefined
        const versionBefore = row.mappingVersion
        const changed = change(row)
        // Revoking an endpoint, or giving it another secret, locks out other holders of the old secret.
        const state = endpointRow(row, row)
        if (changed.revokedAt == null) await requireRecorded(em, row.orgId, state, SECRET_FIELDS)
        if (await isRevokedAgain(em, row.orgId, row, changed, state)) {
          await commitState(append, call, [])
          return row
        }
        em.assign(row, {
          ...changed,
          version: row.version + 1,
        })
        await em.flush()
        await em.execute(TOUCH, [row.orgId, row.id])
        if (row.mappingVersion !== versionBefore) await em.execute(SAVE_MAPPING, mappingValues(row))
        await commitState(append, call, [endpointRow(row, row)])
        return row
      }),
  }
}

const SAVE_MAPPING =
  'insert into ingestion.webhook_mappings (org_id, endpoint_id, version, mapping) values (?, ?, ?, ?)'

/** By the database's clock, which all processes share. */
const TOUCH = 'update ingestion.webhook_endpoints set changed_at = now() where org_id = ? and id = ?'

function mappingValues({ orgId, id, mappingVersion, mapping }: EndpointState): unknown[] {
  return [orgId, id, mappingVersion, mapping]
}

export function endpointRow(
  endpoint: EndpointState,
  sealed: { wrappedKey: Uint8Array; sealedSecret: Uint8Array },
): StateRecord {
  return {
    type: 'webhook-endpoints',
    table: 'ingestion.webhook_endpoint_records',
    id: endpoint.id,
    version: endpoint.version,
    text: endpointRecord(endpoint, sealed),
  }
}
