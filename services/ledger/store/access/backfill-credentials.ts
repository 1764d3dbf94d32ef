import { LockMode } from '@mikro-orm/postgresql'
import type { Clock } from '../../../kernel/clock.ts'
import { backfillRecords } from '../../../kernel/database/backfill-records.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { INSTALLATION_ID } from '../../../kernel/values/ids.ts'
import { ApiKeyEntity, ServiceClientEntity, SessionEntity, UserEntity } from '../entities/access.ts'
import { clientState } from './clients.ts'
import { keyState } from './keys.ts'
import { sessionRecord } from './session-records.ts'
import { userVersion } from './users.ts'

/** Records credentials that an earlier version stored without recording them. */
export async function backfillCredentials(db: Database, clock: Clock): Promise<void> {
  const locked = { lockMode: LockMode.PESSIMISTIC_WRITE } as const
  await backfillRecords(
    db,
    clock,
    find('users', 'user_records'),
    async (em, { org_id: orgId, id, version }) => {
      const user = await em.findOne(UserEntity, { orgId, id }, locked)
      if (user?.version !== version) return undefined
      em.assign(user, { version: user.version + 1 })
      await em.flush()
      return await userVersion(em, user)
    },
  )
  await backfillRecords(
    db,
    clock,
    find('api_keys', 'api_key_records'),
    async (em, { org_id: orgId, id, version }) => {
      const key = await em.findOne(ApiKeyEntity, { orgId, id }, { ...locked, populate: ['hash'] })
      if (key?.version !== version) return undefined
      em.assign(key, { version: key.version + 1 })
      await em.flush()
      return keyState(key, key.hash)
    },
  )
  await backfillRecords(db, clock, CLIENTS, async (em, { id, version }) => {
    const client = await em.findOne(ServiceClientEntity, { id }, { ...locked, populate: ['tokenHash'] })
    if (client?.version !== version) return undefined
    em.assign(client, { version: client.version + 1 })
    await em.flush()
    return clientState(client, client.tokenHash)
  })
  await backfillRecords(db, clock, SESSIONS, async (em, { org_id: orgId, id }) => {
    const session = await em.findOne(SessionEntity, { orgId, id }, locked)
    const [recorded] = await em.execute('select from ledger.session_records where org_id = ? and id = ?', [
      orgId,
      id,
    ])
    return session === null || recorded !== undefined ? undefined : sessionRecord(session)
  })
}

function find(table: string, records: string): string {
  return `${across('found credentials')}
    select t.org_id, t.id, t.version from ledger.${table} t
    join ledger.${records} r on r.org_id = t.org_id and r.id = t.id and r.version = t.version
    where strpos(r.record, '"credential_sha256":') = 0 order by 1, 2 limit 100`
}

const CLIENTS = `${across('found credentials')}
  select r.org_id, t.id, t.version from ledger.service_clients t
  join ledger.service_client_records r on r.org_id = '${INSTALLATION_ID}' and r.id = t.id and r.version = t.version
  where strpos(r.record, '"credential_sha256":') = 0 order by 1, 2 limit 100`

const SESSIONS = `${across('found credentials')}
  select t.org_id, t.id, 0 as version from ledger.sessions t
  where not exists (select from ledger.session_records r where r.org_id = t.org_id and r.id = t.id)
  order by 1, 2 limit 100`
