import { LockMode } from '@mikro-orm/postgresql'
import type { Clock } from '../../../kernel/clock.ts'
import { backfillRecords } from '../../../kernel/database/backfill-records.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { across } from '../../../kernel/database/tenant-guard/relations.ts'
import { EndpointEntity } from '../entities/webhook.ts'
import { endpointRow } from './endpoints.ts'

/** Records the sealed secrets of endpoints that were stored by a version that did not record them. */
export async function backfillSecrets(db: Database, clock: Clock): Promise<void> {
  await backfillRecords(db, clock, FIND, async (em, { org_id: orgId, id, version }) => {
    const endpoint = await em.findOne(EndpointEntity, { orgId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE })
    if (endpoint?.version !== version) return undefined
    em.assign(endpoint, { version: endpoint.version + 1 })
    await em.flush()
    return endpointRow(endpoint, endpoint)
  })
}

const FIND = `${across('found secrets')}
  select t.org_id, t.id, t.version from ingestion.webhook_endpoints t
  join ingestion.webhook_endpoint_records r on r.org_id = t.org_id and r.id = t.id and r.version = t.version
  where strpos(r.record, '"sealed_secret_sha256":') = 0 order by 1, 2 limit 100`
