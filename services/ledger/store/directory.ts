import { sharedNext } from '../../kernel/concurrency/shared-next.ts'
import type { Database } from '../../kernel/database/database.ts'
import { across } from '../../kernel/database/tenant-guard/relations.ts'

/** The person of a session's token. */
type SessionRow = {
  session_id: string
  org_id: string
  user_id: string
  email: string
  role: string
  attestation_roles: string[]
  must_change_password: boolean
  version: number
  recent_grants: { role: string; hours_ago: number }[] | null
  addons: string[]
}

/** The rights of a service client's token, and the organization that the call names. */
type ClientRow = {
  id: string
  name: string
  services: string[]
  organization_ids: string[]
  trusted: boolean
  addons: string[] | null
}

/** Looks credentials up by their SHA-256, each in one statement. */
export type DirectoryStore = {
  /** The live session of that token, its idle limit moved on; undefined when ended, expired, idle or disabled. */
  session(tokenHash: Buffer): Promise<SessionRow | undefined>
  client(tokenHash: Buffer, organizationId: string | null): Promise<ClientRow | undefined>
}

export function directoryStore(db: Database): DirectoryStore {
  // Hundreds of calls with one credential at once take one connection to the database.
  const session = sharedNext(async (hex) => {
    const values = [Buffer.from(hex, 'hex')]
    return (await db.query<SessionRow>({ name: 'session', text: SESSION, values }))[0]
  })
  const client = sharedNext(async (key) => {
    const [hex = '', organizationId = ''] = key.split(' ')
    const values = [Buffer.from(hex, 'hex'), organizationId || null]
    return (await db.query<ClientRow>({ name: 'client', text: CLIENT, values }))[0]
  })
  return {
    session: (tokenHash) => session(tokenHash.toString('hex')),
    client: (tokenHash, organizationId) => client(`${tokenHash.toString('hex')} ${organizationId ?? ''}`),
  }
}

/**
 * Deletes sessions that have ended: by their age, or by an hour without a call. One statement deletes some of them, so that it ends in
 * time however many there are. One that a call holds is left to the next run.
 */
export async function expireSessions(db: Database, signal?: AbortSignal): Promise<void> {
  for (;;) {
    const [row] = await db.query<{ deleted: number }>({ text: EXPIRE })
    if (row!.deleted < EXPIRED_AT_ONCE || signal?.aborted) return
  }
}

const EXPIRED_AT_ONCE = 10_000
const EXPIRE = `${across('expire sessions')}
  with ended as (
    delete from ledger.sessions where ctid = any (array(
      select ctid from ledger.sessions where expires_at <= now() or last_seen_at <= now() - interval '1 hour'
      limit ${EXPIRED_AT_ONCE} for update skip locked))
    returning 1)
  select count(*)::int as deleted from ended`

/**
 * A session ends after an hour without a call; the time of the last call is kept to the minute. `hours_ago`: how long ago the
 * person granted a role, got the account from another person, or had the password reset; 0 for a time that the clock has not
 * reached yet.
 */
const SESSION = `
  with found as (
    select s.token_hash, s.id as session_id, s.org_id, s.user_id, s.last_seen_at, u.email, u.role, u.attestation_roles,
      u.must_change_password, u.version, o.addons
    from ledger.sessions s
    join ledger.users u on u.org_id = s.org_id and u.id = s.user_id and u.status = 'active'
    join ledger.organizations o on o.id = s.org_id
    where s.token_hash = $1 and s.expires_at > now() and s.last_seen_at > now() - interval '1 hour'),
  moved as (
    update ledger.sessions s set last_seen_at = now() from found
    where s.token_hash = found.token_hash and found.last_seen_at < now() - interval '1 minute')
  select session_id, org_id, user_id, email, role, attestation_roles, must_change_password, version, addons, (
      select json_agg(json_build_object('role', g.role, 'hours_ago', g.hours_ago)) from (
        select role, greatest(floor(min(extract(epoch from now() - granted_at)) / 3600)::int, 0) as hours_ago
        from (
          select role, granted_at from ledger.role_grants
          where org_id = found.org_id and granted_by = found.user_id and role <> ''
          union all
          select role, granted_at from ledger.role_grants
          where org_id = found.org_id and user_id = found.user_id and role = '') given
        where granted_at > now() - interval '30 days' group by role) g) as recent_grants
  from found`

const CLIENT = `
  select c.id, c.name, c.services, c.organization_ids, c.trusted, o.addons
  from ledger.service_clients c left join ledger.organizations o on o.id = $2::uuid
  where c.token_hash = $1 and c.revoked_at is null`
