import type { Database } from '../../kernel/database/database.ts'
import { groupCommit } from '../../kernel/group-commit.ts'
import { LIMITS } from '../../kernel/limits.ts'

/** What the door sees of a call. */
export type Knock = { keyHash: Buffer | undefined; clientAddress: string; refused: boolean }

/** What the door says: whose key it is, if anyone's, and how far the quota that was drawn on is used. */
export type Verdict = {
  key: AdmittedKeyRow | undefined
  limit: number
  used: number
  reset: number
  retryAfter: number
}

export type AdmittedKeyRow = {
  id: string
  organizationId: string
  name: string
  permissions: string[]
  addons: string[]
}

/**
 * Admission of a micro-batch of concurrent calls in one statement: keys looked up (so revocation holds at once, in
 * every process), quotas drawn on by the database's clock, in subject order so that two processes cannot deadlock.
 */
export function admission(db: Database): (knock: Knock) => Promise<Verdict> {
  return groupCommit<Knock, Verdict>({
    maxInFlight: 2,
    run: async (knocks) => {
      const hashes = knocks.map(({ keyHash }) => (keyHash === undefined ? '' : keyHash.toString('hex')))
      const addresses = knocks.map(({ clientAddress }) => clientAddress)
      const refused = knocks.map((knock) => knock.refused)
      const rows = await db.query<Row>({ name: 'admit', text: ADMIT, values: [hashes, addresses, refused] })
      return rows.map(verdictOf)
    },
  })
}

/** Draws one on a named window. */
export function quotaDraw(db: Database): (draw: { subject: string; limit: number }) => Promise<Verdict> {
  return groupCommit({
    maxInFlight: 2,
    run: async (draws) => {
      const values = [draws.map(({ subject }) => subject), draws.map(({ limit }) => limit)]
      return (await db.query<Row>({ name: 'draw', text: DRAW, values })).map(verdictOf)
    },
  })
}

/** Forgets windows that ended more than a minute ago. */
export async function forgetWindows(db: Database): Promise<void> {
  await db.query({ text: `delete from ledger.quotas where bucket < ${BUCKET} - 1` })
}

const BUCKET = 'floor(extract(epoch from now()) / 60)::bigint'

/** From `wanted (n, subject, quota)`: draws, and tells each call how far its window is used up to and with itself. */
const DRAWN = `
  drawn as (
    insert into ledger.quotas as q (subject, bucket, used)
    select subject, ${BUCKET}, count(*) from wanted group by subject order by subject
    on conflict (subject) do update set
      used = case when excluded.bucket > q.bucket then excluded.used else q.used + excluded.used end,
      bucket = greatest(q.bucket, excluded.bucket)
    returning subject, bucket, used)`

const COUNTED = `
  drawn.used - count(*) over (partition by subject) + row_number() over (partition by subject order by n) as used,
  (drawn.bucket + 1) * 60 as reset,
  greatest(1, ceil((drawn.bucket + 1) * 60 - extract(epoch from now())))::int as retry_after`

const ADMIT = `
  with knock as (
    select n, decode(hash, 'hex') as hash, address, refused
    from unnest($1::text[], $2::text[], $3::boolean[]) with ordinality as k (hash, address, refused, n)),
  found as (
    select knock.n, knock.address, k.id, k.org_id, k.name, k.permissions, k.rate_limit, o.addons
    from knock
    left join ledger.api_keys k on not knock.refused and k.hash = knock.hash and k.revoked_at is null
    left join ledger.organizations o on o.id = k.org_id),
  wanted as (
    select n, coalesce('key:' || id, 'address:' || address) as subject, coalesce(rate_limit, ${LIMITS.addressRate}) as quota
    from found),
  ${DRAWN},
  touched as (
    update ledger.api_keys set last_used_at = now() where id in (
      select id from ledger.api_keys
      where (org_id, id) in (select org_id, id from found) and (last_used_at is null or last_used_at < now() - interval '30 s')
      for update skip locked))
  select found.id, found.org_id, found.name, found.permissions, found.addons, wanted.quota, ${COUNTED}
  from wanted join found using (n) join drawn using (subject) order by n`

const DRAW = `
  with wanted as (select n, subject, quota from unnest($1::text[], $2::int[]) with ordinality as w (subject, quota, n)),
  ${DRAWN}
  select null as id, quota, ${COUNTED} from wanted join drawn using (subject) order by n`

function verdictOf(row: Row): Verdict {
  const key =
    row.id === null
      ? undefined
      : {
          id: row.id,
          organizationId: row.org_id,
          name: row.name,
          permissions: row.permissions,
          addons: row.addons,
        }
  return {
    key,
    limit: row.quota,
    used: Number(row.used),
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
  used: string
  reset: string
  retry_after: number
}
