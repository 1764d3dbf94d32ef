import { groupCommit } from '../../../kernel/concurrency/group-commit.ts'
import type { SealedSecret } from '../../../kernel/crypto/sealed-secrets.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import type { EndpointState } from '../../domain/webhook/endpoint.ts'
import type { EndpointRef } from '../../domain/webhook/seal.ts'

/** The part of an endpoint's current version that a webhook call needs. */
export type KnownEndpoint = EndpointRef &
  SealedSecret & { revoked: boolean } & Pick<
    EndpointState,
    | 'version'
    | 'name'
    | 'format'
    | 'mappingVersion'
    | 'windowSeconds'
    | 'idempotencyHours'
    | 'rateLimit'
    | 'generalReading'
    | 'pinFormat'
  >

/** Endpoints by their public token, for the whole installation. */
export type EndpointDirectory = {
  /** Reads the endpoint from the database; concurrent calls share a statement. */
  find(token: string): Promise<KnownEndpoint | undefined>
  /** A version of an endpoint's mapping; canonical JSON. Versions never change. */
  mapping(endpoint: EndpointRef, version: number): Promise<string | undefined>
  /**
   * Up to 1,000 endpoints that were changed later than `overlap` seconds before a moment (the database's text of it), oldest
   * change first. Since '-infinity' only those in use.
   */
  changedSince(moment: string, overlap: number): Promise<ChangedEndpoint[]>
}

export type ChangedEndpoint = EndpointRef & SealedSecret & { changedAt: string; revoked: boolean }

export function endpointDirectory(db: Database): EndpointDirectory {
  return {
    find: groupCommit<string, KnownEndpoint | undefined>({
      name: 'find endpoints',
      maxInFlight: 1,
      run: async (tokens) => {
        const rows = await db.query<Row>({
          name: 'find endpoints',
          text: FIND,
          values: [[...new Set(tokens)]],
        })
        const found = new Map(rows.map((row) => [row.token, endpointOf(row)]))
        return tokens.map((token) => found.get(token))
      },
    }),
    async mapping({ orgId, id }, version) {
      const [row] = await db.query<{ mapping: string }>({
        name: 'mapping',
        text: 'select mapping from ingestion.webhook_mappings where org_id = $1 and endpoint_id = $2 and version = $3',
        values: [orgId, id, version],
      })
      return row?.mapping
    },
    async changedSince(moment, overlap) {
      const rows = await db.query<Changed>({
        name: 'changed endpoints',
        text: CHANGED,
        values: [moment, overlap],
      })
      return rows.map((row) => ({
        orgId: row.org_id,
        id: row.id,
        changedAt: row.changed_at,
        wrappedKey: row.wrapped_key,
        sealedSecret: row.sealed_secret,
        revoked: row.revoked,
      }))
    },
  }
}

const FIND = `
  select token, id, org_id, version, name, format, mapping_version, window_seconds, idempotency_hours, rate_limit, general_reading,
    pin_format, wrapped_key, sealed_secret, revoked_at is not null as revoked
  from ingestion.webhook_endpoints where token = any ($1::text[])`

const CHANGED = `${across('changed endpoints')}
  select org_id, id, wrapped_key, sealed_secret, changed_at::text, revoked_at is not null as revoked
  from ingestion.webhook_endpoints
  where changed_at > $1::timestamptz - make_interval(secs => $2) and (revoked_at is null or $1 <> '-infinity')
  order by changed_at limit 1000`

function endpointOf(row: Row): KnownEndpoint {
  return {
    orgId: row.org_id,
    id: row.id,
    version: row.version,
    name: row.name,
    format: row.format,
    revoked: row.revoked,
    wrappedKey: row.wrapped_key,
    sealedSecret: row.sealed_secret,
    rateLimit: row.rate_limit,
    mappingVersion: row.mapping_version,
    windowSeconds: row.window_seconds,
    idempotencyHours: row.idempotency_hours,
    generalReading: row.general_reading,
    pinFormat: row.pin_format,
  }
}

type Row = {
  token: string
  id: string
  org_id: string
  version: number
  name: string
  format: string
  mapping_version: number
  window_seconds: number
  idempotency_hours: number
  rate_limit: number
  general_reading: boolean
  pin_format: boolean
  wrapped_key: Buffer
  sealed_secret: Buffer
  revoked: boolean
}

type Changed = {
  org_id: string
  id: string
  wrapped_key: Buffer
  sealed_secret: Buffer
  changed_at: string
  revoked: boolean
}
