import type { AdmittedKey } from '../../../proto/gen/attestry/ledger/v1/admission_pb.ts'
import type { Database } from '../../kernel/database/database.ts'
import { groupCommit } from '../../kernel/group-commit.ts'
import { LIMITS } from '../../kernel/values/limits.ts'

/** What admission needs to know of a call. */
export type AdmissionRequest = { keyHash: Buffer | undefined; clientAddress: string; refused: boolean }

/** The verdict: whose key it is, if anyone's, and how far the quota that was drawn on is used. */
export type Verdict = {
  key: AdmittedKey | undefined
  limit: number
  used: number
  reset: number
  retryAfter: number
}

/**
 * Admission of a micro-batch of concurrent calls in one statement: keys looked up (so revocation holds at once, in
 * every process), quotas drawn on by the database's clock, in subject order so that two processes cannot deadlock.
 * Calls with the same key and address are one row of the statement, and share its draw in the order in which they came.
 */
export function admission(db: Database): (request: AdmissionRequest) => Promise<Verdict> {
  return groupCommit<AdmissionRequest, Verdict>({
    name: 'admit',
    maxInFlight: 1,
    turns: 2,
    run: async (requests) => {
      const { groups, groupOf } = grouped(requests)
      const values = [
        groups.map(({ keyHash }) => keyHash),
        groups.map(({ clientAddress }) => clientAddress),
        groups.map(({ size }) => size),
      ]
      const rows = await db.query<Row>({ name: 'admit', text: ADMIT, values })
      const verdicts = rows.map(verdictOf)
      return groupOf.map((group) => drawnOnce(verdicts[group]!))
    },
  })
}

/** Puts calls of one key and address together. A refused call counts as one without a key. */
function grouped(requests: AdmissionRequest[]): {
  groups: { keyHash: string; clientAddress: string; size: number }[]
  groupOf: number[]
} {
  const indexOf = new Map<string, number>()
  const groups: { keyHash: string; clientAddress: string; size: number }[] = []
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
      return rows.map(verdictOf).map(drawnOnce)
    },
  })
}

/** Deletes windows that ended more than a minute ago. */
export async function expireWindows(db: Database): Promise<void> {
  await db.query({ text: `delete from ledger.quotas where bucket < ${BUCKET} - 1` })
}

const BUCKET = 'floor(extract(epoch from now()) / 60)::bigint'

/**
 * From `wanted (n, subject, quota, size)`: draws, and returns for each row how far its window was used before it. A row's
 * own draws come after those of the rows before it.
 */
export const DRAWN = `
  drawn as (
    insert into ledger.quotas as q (subject, bucket, used)
    select subject, ${BUCKET}, sum(size) from wanted group by subject order by subject
    on conflict (subject) do update set
      used = case when excluded.bucket > q.bucket then excluded.used else q.used + excluded.used end,
      bucket = greatest(q.bucket, excluded.bucket)
    returning subject, bucket, used)`

/** From `wanted` joined with `drawn`: the columns used, reset and retry_after. */
export const COUNTED = `
  (drawn.used - sum(size) over (partition by subject) + sum(size) over (partition by subject order by n) - size)::int as used,
  (drawn.bucket + 1) * 60 as reset,
  greatest(1, ceil((drawn.bucket + 1) * 60 - extract(epoch from now())))::int as retry_after`

const ADMIT = `
  with request as (
    select n, decode(hash, 'hex') as hash, address, size
    from unnest($1::text[], $2::text[], $3::int[]) with ordinality as k (hash, address, size, n)),
  found as (
    select request.n, request.address, request.size, k.id, k.org_id, k.name, k.permissions, k.rate_limit, k.last_used_at, o.addons
    from request
    left join ledger.api_keys k on k.hash = request.hash and k.revoked_at is null
    left join ledger.organizations o on o.id = k.org_id),
  wanted as (
    select n, size, coalesce('key:' || id, 'address:' || address) as subject, coalesce(rate_limit, ${LIMITS.addressRate}) as quota
    from found),
  ${DRAWN},
  touched as (
    update ledger.api_keys set last_used_at = now() where (org_id, id) in (
      select k.org_id, k.id from ledger.api_keys k
      join found on found.org_id = k.org_id and found.id = k.id
      where found.last_used_at is null or found.last_used_at < now() - interval '30 s'
      for update of k skip locked))
  select found.id, found.org_id, found.name, found.permissions, found.addons, wanted.quota, ${COUNTED}
  from wanted join found using (n, size) join drawn using (subject) order by n`

const DRAW = `
  with wanted as (
    select n, subject, quota, 1 as size from unnest($1::text[], $2::int[]) with ordinality as w (subject, quota, n)),
  ${DRAWN}
  select null as id, quota, ${COUNTED} from wanted join drawn using (subject) order by n`

/** The verdict after one more draw, which counts for those that come after. */
function drawnOnce(verdict: Verdict): Verdict {
  verdict.used += 1
  const { key, limit, used, reset, retryAfter } = verdict
  return { key, limit, used, reset, retryAfter }
}

function verdictOf(row: Row): Verdict {
  const key =
    row.id === null
      ? undefined
      : {
          $typeName: 'attestry.ledger.v1.AdmittedKey' as const,
          id: row.id,
          organizationId: row.org_id,
          name: row.name,
          permissions: row.permissions,
          addons: row.addons,
        }
  return {
    key,
    limit: row.quota,
    used: row.used,
    reset: Number(row.reset),
    retryAfter: row.retry_after,
  }
}

type Row = {
  id: string | null
  org_id: string
  name: string
  permissions: string[]
  addons: string[]
  quota: number
  /** Before this row's own draws. */
  used: number
  reset: string
  retry_after: number
}
