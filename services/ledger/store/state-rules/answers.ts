import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { NEAR_MS } from '../../../kernel/state/compare.ts'
import {
  derived,
  type ExpectedRow,
  field,
  hashed,
  nearOrLater,
  type Row,
  type TableRule,
} from '../../../kernel/state/rules.ts'
import { DAY_MS } from '../../../kernel/values/time.ts'

/**
 * The answers that are stored for retries: the entry of a call with an idempotency key has their hashes. If a row was deleted, a
 * retry would create everything a second time; if it was changed, the retry would get another answer.
 */
export const ANSWER_TABLE: TableRule = {
  kind: 'derived',
  table: 'ledger.answers',
  ofInstallation: false,
  group: 't.entry_id::text',
  key: ['entry_id', 'key_hash'],
  // The entries of the last day, and the entry of every stored row.
  sources: `
    with named as (
      select entry_id as id from ledger.leaves where org_id = $1 and at > now() - interval '24 hours'
      union select entry_id from ledger.answers where org_id = $1),
    found as (
      select e.id, e.entry::jsonb as entry, strpos(e.entry, '"operation":"recordFoundAnswers"') > 0 as by_system
      from named cross join lateral (select id, entry from ledger.entries where org_id = $1 and id = named.id offset 0) e
      where strpos(e.entry, '"details":{"answer') > 0)
    select recorded ->> 'entry_id' as "group", recorded ->> 'entry_id' as entry_id, org_id, recorded ->> 'at' as at, recorded from (
      select by_system, entry ->> 'organization_id' as org_id,
        (entry #> '{details,answer}') || jsonb_build_object('entry_id', id, 'at', entry ->> 'at') as recorded
      from found where not by_system
      union all
      select by_system, entry ->> 'organization_id', jsonb_array_elements(entry #> '{details,answers}')
      from found where by_system) s
    order by recorded ->> 'entry_id' collate "C", by_system`,
  rows: answersOf,
  mayBe: ({ logged }) => (logged === false ? BY_EARLIER_VERSION : undefined),
  columns: {
    org_id: field('org_id'),
    key_hash: field('recorded.key_sha256'),
    request_hash: field('recorded.request_sha256'),
    entry_id: field('entry_id'),
    answer: hashed('recorded.sha256'),
    created_at: nearOrLater('at'),
    logged: derived(() => true),
  },
  checks: [],
}

/**
 * The entry of the call takes precedence; a later `recordFoundAnswers` entry repeats it. A row that answers no retry any more may
 * remain for a while, or be deleted.
 */
function answersOf(sources: readonly Row[], found: readonly Row[]): ExpectedRow[] {
  const limit = Date.now() - DAY_MS
  const [source] = sources
  if (source !== undefined)
    return [{ ...source, mayBeAbsent: Date.parse(source.at as string) < limit + NEAR_MS }]
  return found.filter(({ created_at }) => Number(created_at) < limit).map(asFound)
}

function asFound({ org_id, entry_id, key_hash, request_hash, answer, created_at }: Row): ExpectedRow {
  const hex = (value: unknown): string => (value as Buffer).toString('hex')
  const recorded = {
    key_sha256: hex(key_hash),
    request_sha256: hex(request_hash),
    sha256: sha256Hex(answer as Buffer),
  }
  return { org_id, entry_id, recorded, at: (created_at as Date).toISOString() }
}

/** Rows of an earlier version, which logged no hashes, cannot be distinguished from rows that nobody logged. */
const BY_EARLIER_VERSION =
  'during an upgrade a process of an earlier version may have kept it; a ledger records that within a minute: verify again'
