import { canonicalJson, type JsonValue } from '../../../kernel/json/canonical-json.ts'
import {
  derived,
  type ExpectedRow,
  excepted,
  field,
  fieldOr,
  hashed,
  near,
  newestVersions,
  type Row,
  recordOf,
  records,
  type TableRule,
} from '../../../kernel/state/rules.ts'
import { INSTALLATION_ID } from '../../../kernel/values/ids.ts'
import { KEPT } from '../webhook/prune.ts'

/** The rules of endpoints, of the versions of their mappings, and of the rejected calls that are kept. */
export const WEBHOOK_TABLES: readonly TableRule[] = [
  records('ingestion.webhook_endpoint_records', 'webhook-endpoints'),
  newestVersions('ingestion.webhook_endpoints', 'ingestion.webhook_endpoint_records', {
    token: field('token'),
    name: field('name'),
    format: field('format'),
    mapping: derived(({ mapping }) => mappingText(mapping)),
    mapping_version: field('mapping_version'),
    window_seconds: field('window_seconds'),
    idempotency_hours: field('idempotency_hours'),
    rate_limit: field('rate_limit'),
    general_reading: fieldOr('general_reading', false),
    pin_format: fieldOr('pin_format', false),
    wrapped_key: hashed('wrapped_key_sha256'),
    sealed_secret: hashed('sealed_secret_sha256'),
    secret_created_at: field('secret_created_at'),
    revoked_at: field('revoked_at'),
    created_at: field('created_at'),
    changed_at: excepted('when processes have to read the row anew'),
  }),
  {
    kind: 'derived',
    table: 'ingestion.webhook_mappings',
    ofInstallation: false,
    group: 't.endpoint_id::text',
    key: ['endpoint_id', 'version'],
    sources: `select id::text as "group", record from ingestion.webhook_endpoint_records
      where org_id = $1 order by id, version`,
    rows: mappingsOf,
    columns: {
      org_id: field('organization_id'),
      endpoint_id: field('id'),
      version: field('mapping_version'),
      mapping: derived(({ mapping }) => mappingText(mapping)),
    },
    checks: [],
  },
  {
    kind: 'derived',
    table: 'ingestion.rejected_deliveries',
    ofInstallation: false,
    group: 't.id::text',
    key: ['endpoint_id', 'id'],
    sources: `
      select id::text as "group", e as entry, row_number() over (
          partition by coalesce(e #>> '{details,endpoint_id}', e #>> '{actor,id}'), e #> '{details,client_address}' is null
          order by id desc) as nth
      from (
        select id, entry::jsonb as e from ledger.entries
        where org_id = $1 and strpos(entry, '"operation":"deliverIncident"') > 0 and strpos(entry, '"via":"webhook"') > 0) d
      where e ->> 'outcome' <> 'ok' and e #> '{details,reason}' is not null
        or id in (select r.id from ingestion.rejected_deliveries r where r.org_id = $1)
      order by id`,
    rows: rejectedOf,
    columns: {
      org_id: field('organization_id'),
      endpoint_id: field('endpoint_id'),
      signed: field('signed'),
      id: field('id'),
      received_at: near('at'),
      status: excepted('the status code of the answer; its error code is compared'),
      code: field('code'),
      reason: field('reason'),
      message: excepted('the message of the answer'),
      excerpt: excepted('bytes of a sender that was refused, of which nothing follows'),
    },
    checks: [],
  },
]

/** Returns every mapping that a version of an endpoint introduced. */
function mappingsOf(versions: readonly Row[]): ExpectedRow[] {
  const mappings = new Map<unknown, ExpectedRow>()
  for (const { record } of versions) {
    const endpoint = recordOf(record)
    const { mapping_version, mapping } = endpoint
    if (mapping !== null && !mappings.has(mapping_version)) mappings.set(mapping_version, endpoint)
  }
  return [...mappings.values()]
}

function mappingText(mapping: unknown): string | null {
  return mapping === null || mapping === undefined ? null : canonicalJson(mapping as JsonValue)
}

/**
 * Returns the expected row of an entry's rejected call. An entry that counts calls (aggregate-calls.ts) has no reason, and no row.
 * Only the newest calls of each endpoint are kept. A delivery that was
 * written although it was answered with a fault has an entry with the outcome ok, and may have a row too.
 */
function rejectedOf(sources: readonly Row[], [found]: readonly Row[]): ExpectedRow[] {
  return sources.map(({ entry, nth }) => {
    const { id, at, outcome, code, details, actor, organization_id } = entry as Entry
    const isOk = outcome === 'ok'
    const signed = isOk || !('client_address' in details)
    const endpoint_id = signed ? actor.id : (details.endpoint_id ?? INSTALLATION_ID)
    return {
      organization_id,
      id,
      at,
      endpoint_id,
      signed,
      code: isOk ? found?.code : code,
      reason: isOk ? found?.reason : details.reason,
      mayBeAbsent: isOk || Number(nth) > (signed ? KEPT.signed : KEPT.unsigned),
    }
  })
}

type Entry = {
  id: string
  at: string
  outcome: string
  code: string | null
  details: { endpoint_id?: string; reason?: string; client_address?: string }
  actor: { id: string | null }
  organization_id: string
}
