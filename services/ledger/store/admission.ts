import type { AdmittedKey } from '../../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import { groupCommit } from '../../kernel/concurrency/group-commit.ts'
import { array } from '../../kernel/database/array-literal.ts'
import type { Database, Statement } from '../../kernel/database/database.ts'
import { LIMITS } from '../../kernel/values/limits.ts'

/** The part of a call that admission needs. */
export type AdmissionRequest = { keyHash: Buffer | undefined; clientAddress: string; refused: boolean }

/** The verdict: the organization and key, if the key is valid, and the use of the quota that was drawn on. */
export type Verdict = {
  key: AdmittedKey | undefined
  /** Set instead of `key` where the key has expired. */
  expiredKey?: AdmittedKey | undefined
  limit: number
  used: number
  reset: number
  retryAfter: number
}

/**
 * Admits a micro-batch of concurrent calls in one statement. Keys are looked up, so that a revocation holds at once in every
 * process. Quotas are drawn on by the database's clock, in subject order so that two processes cannot deadlock. Calls with the
 * same key and address are one row of the statement, and share its draw in the order in which they came.
 */
export function admission(db: Database): (request: AdmissionRequest) => Promise<Verdict> {
  return groupCommit<AdmissionRequest, Verdict>({
    name: 'admit',
    maxInFlight: 1,
    turns: 2,
    run: async (requests) => {
      const { groups, groupOf } = grouped(requests)
      const rows = await db.query<KeyRow>(groups.length === 1 ? admitOne(groups[0]!) : admitAll(groups))
      await noteUse(db, rows)
      const shares = sharesOf(groups.map(({ size }, i) => ({ subject: rows[i]!.subject, size })))
      const verdicts = rows.map((row, i) => verdictOf(row, usedBefore(row, shares[i]!)))
      return groupOf.map((group) => drawnOnce(verdicts[group]!))
    },
  })
}

/** The calls of one key and address. */
type Group = { keyHash: string; clientAddress: string; size: number }

/** Groups calls by key and address. A refused call counts as a call without a key. */
function grouped(requests: AdmissionRequest[]): { groups: Group[]; groupOf: number[] } {
  const indexOf = new Map<string, number>()
  const groups: Group[] = []
  const groupOf = requests.map((request) => {
    const keyHash = request.refused || request.keyHash === undefined ? '' : request.keyHash.toString('hex')
    const same = `${keyHash} ${request.clientAddress}`
    let index = indexOf.get(same)
    if (index === undefined) {
      index = groups.length
      indexOf.set(same, index)
      groups.push({ keyHash, clientAddress: request.clientAddress, size: 0 })
    }
    groups[index]!.size += 1
    return index
  })
  return { groups, groupOf }
}

/** Draws one on a named window. */
export function quotaDraw(db: Database): (draw: { subject: string; limit: number }) => Promise<Verdict> {
  return groupCommit({
    name: 'draw quota',
    maxInFlight: 1,
    run: async (draws) => {
      const values = [draws.map(({ subject }) => subject), draws.map(({ limit }) => limit)]
      const rows = await db.query<Row>({ name: 'draw', text: DRAW, values })
      const shares = sharesOf(rows.map(({ subject }) => ({ subject, size: 1 })))
      return rows.map((row, i) => drawnOnce(verdictOf(row, usedBefore(row, shares[i]!))))
    },
  })
}

/**
 * Deletes windows that ended more than a minute ago. It also deletes those that begin later than the next window, which come from
 * a clock that was set back since. A statement reads a part of the windows, so that it holds few of them for a short time, and
 * waits for no call that draws on one.
 */
export async function expireWindows(db: Database, signal?: AbortSignal): Promise<void> {
  for (let after = ''; ; ) {
    const [row] = await db.query<{ read: number; last: string | null }>({ text: EXPIRE, values: [after] })
    if (row!.read < WINDOWS_AT_ONCE || signal?.aborted) return
    after = row!.last!
  }
}

const WINDOWS_AT_ONCE = 2000
const BUCKET = 'floor(extract(epoch from now()) / 60)::bigint'
const IS_OLD = `bucket not between ${BUCKET} - 1 and ${BUCKET} + 1`
const EXPIRE = `
  with part as materialized (
    select subject, bucket from ledger.quotas where subject > $1 order by subject limit ${WINDOWS_AT_ONCE}),
  old as (
    delete from ledger.quotas where ${IS_OLD} and subject in (
      select subject from ledger.quotas where subject in (select subject from part where ${IS_OLD}) and ${IS_OLD}
      for update skip locked))
  select count(*)::int as read, max(subject) as last from part`

/** Draws on windows for the rows of `source (subject, size)`. `drawn` has the state of each window afterwards. */
export const drawnSql = (source: string): string =>
  drawnBy(`select subject, ${BUCKET}, sum(size) from ${source} group by subject order by subject`)

const drawnBy = (draws: string): string => `
  drawn as (
    insert into ledger.quotas as q (subject, bucket, used)
    ${draws}
    on conflict (subject) do update set
      used = case when excluded.bucket > q.bucket then excluded.used else q.used + excluded.used end,
      bucket = greatest(q.bucket, excluded.bucket)
    returning subject, used, ((bucket + 1) * 60)::float8 as reset,
      least(60, greatest(1, ceil((bucket + 1) * 60 - extract(epoch from now()))))::int as retry_after)`

/**
 * The share of a row in the draws on its window. `before`: draws of earlier rows of the statement; `total`: draws of all its
 * rows.
 */
export type Share = { before: number; total: number }

export function sharesOf(draws: readonly { subject: string; size: number }[]): Share[] {
  const totals = new Map<string, number>()
  const before = draws.map(({ subject, size }) => {
    const drawn = totals.get(subject) ?? 0
    totals.set(subject, drawn + size)
    return drawn
  })
  return draws.map(({ subject }, i) => ({ before: before[i]!, total: totals.get(subject)! }))
}

/** The use of the window before the draws of a row. Draws of earlier rows count first. */
export function usedBefore({ used }: { used: number }, { before, total }: Share): number {
  return used - total + before
}

/**
 * Looks up the keys of `requests (hash, address, size, n)`. An expired key draws on the address, like an unknown one. `unnoted`:
 * the use of the key was not noted in the last 30 s.
 */
const foundSql = (requests: string): string => `
  found as materialized (
    select request.n, request.size, k.id, k.org_id, k.name, k.permissions, o.addons,
      case when k.id is null or k.expires_at <= now() then 'address:' || request.address else 'key:' || k.id end as subject,
      case when k.id is null or k.expires_at <= now() then ${LIMITS.addressRate} else k.rate_limit end as quota,
      coalesce(k.expires_at <= now(), false) as expired,
      k.id is not null and coalesce(k.last_used_at < now() - interval '30 s', true) as unnoted
    from ${requests}
    left join ledger.api_keys k on k.hash = decode(request.hash, 'hex') and k.revoked_at is null
    left join ledger.organizations o on o.id = k.org_id)`

const ADMITTED =
  'id, org_id, name, permissions, addons, expired, unnoted, quota, subject, used, reset, retry_after'

const ADMIT_ALL = `
  with ${foundSql('unnest($1::text[], $2::text[], $3::int[]) with ordinality as request (hash, address, size, n)')},
  ${drawnSql('found')}
  select ${ADMITTED} from found join drawn using (subject) order by n`

/** The statement for calls of a single key: the usual case, at almost half the cost. */
const ADMIT_ONE = `
  with ${foundSql('(select $1::text as hash, $2::text as address, $3::int as size, 1 as n) as request')},
  ${drawnBy(`select subject, ${BUCKET}, size from found`)}
  select ${ADMITTED} from found join drawn using (subject)`

function admitAll(groups: Group[]): Statement {
  const values = [
    groups.map(({ keyHash }) => keyHash),
    groups.map(({ clientAddress }) => clientAddress),
    groups.map(({ size }) => size),
  ]
  return { name: 'admit all', text: ADMIT_ALL, values }
}

function admitOne({ keyHash, clientAddress, size }: Group): Statement {
  return { name: 'admit one', text: ADMIT_ONE, values: [keyHash, clientAddress, size] }
}

/** A separate statement: it runs twice a minute for a key, and would cost every admission a third more. */
const NOTE_USE = `
  update ledger.api_keys set last_used_at = now() where (org_id, id) in (
    select k.org_id, k.id from ledger.api_keys k
    join unnest($1::uuid[], $2::uuid[]) as used (org_id, id) on k.org_id = used.org_id and k.id = used.id
    where coalesce(k.last_used_at < now() - interval '30 s', true)
    for update of k skip locked)`

async function noteUse(db: Database, rows: readonly KeyRow[]): Promise<void> {
  const unnoted = rows.filter((row) => row.unnoted && !row.expired)
  if (unnoted.length === 0) return
  const values = [array(unnoted.map(({ org_id }) => org_id)), array(unnoted.map(({ id }) => id!))]
  await db.query({ name: 'note use', text: NOTE_USE, values })
}

const DRAW = `
  with wanted as materialized (
    select n, subject, quota, 1 as size from unnest($1::text[], $2::int[]) with ordinality as w (subject, quota, n)),
  ${drawnSql('wanted')}
  select subject, quota, used, reset, retry_after from wanted join drawn using (subject) order by n`

/** The verdict after one more draw, which counts for the calls after it. */
function drawnOnce(verdict: Verdict): Verdict {
  verdict.used += 1
  const { key, expiredKey, limit, used, reset, retryAfter } = verdict
  return { key, expiredKey, limit, used, reset, retryAfter }
}

function verdictOf(row: Row & Partial<KeyRow>, used: number): Verdict {
  const key =
    row.id == null
      ? undefined
      : {
          $typeName: 'attestry.ledger.v1.AdmittedKey' as const,
          id: row.id,
          organizationId: row.org_id!,
          name: row.name!,
          permissions: row.permissions!,
          addons: row.addons!,
        }
  const found = row.expired === true ? { key: undefined, expiredKey: key } : { key }
  return { ...found, limit: row.quota, used, reset: row.reset, retryAfter: row.retry_after }
}

/** `used` counts all draws of the statement. */
type Row = { subject: string; quota: number; used: number; reset: number; retry_after: number }

type KeyRow = Row & {
  id: string | null
  org_id: string
  name: string
  permissions: string[]
  addons: string[]
  expired: boolean
  unnoted: boolean
}
