import {
  type ApiDeprecation,
  ApiDeprecationSchema,
} from '../../../../proto/gen/attestry/ledger/v1/notifications_pb.ts'
import type { Call } from '../../../kernel/audit/call.ts'
import { commitState } from '../../../kernel/database/commit-state.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { acrossOrganizations } from '../../../kernel/database/tenant-guard/relations.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { INSTALLATION_ID, mintId } from '../../../kernel/values/ids.ts'
import type { NotifiedEvent } from '../../domain/notifications/events.ts'

/** Announcements that a version of the API is deprecated. */
export type DeprecationStore = {
  /**
   * Records an announcement and queues an e-mail to each active administrator for whom none was queued before. @returns how many
   */
  announce(call: Call, deprecation: ApiDeprecation, event: NotifiedEvent): Promise<number>
}

export function deprecationStore(db: Database): DeprecationStore {
  return {
    announce: (call, deprecation, event) =>
      transact(db, async (em, append) => {
        const administrators = await em.execute<{ org_id: string; id: string }[]>(ADMINISTRATORS, [])
        let queued = 0
        for (const { org_id, id } of administrators) {
          const key = `${id} ${event.key}`
          const values = [org_id, mintId(call.at), id, key, event.kind, event.title, event.text]
          const rows = await em.execute<unknown[]>(QUEUE, [...values, JSON.stringify(event.data)])
          queued += rows.length
        }
        const text = records.write(INSTALLATION_ID, deprecation)
        const record = { type: 'api-deprecations', table: 'ledger.api_deprecations', id: deprecation.id }
        await commitState(append, call, [{ ...record, version: 1, text }])
        return queued
      }),
  }
}

const records = recordCodec(ApiDeprecationSchema)

const ADMINISTRATORS = `/* ${acrossOrganizations('announce deprecation')} */
  select org_id, id from ledger.users where role = 'admin' and status = 'active' order by org_id, id`

const QUEUE = `insert into ledger.notifications (org_id, id, user_id, key, event, title, text, data)
  values (?, ?, ?, ?, ?, ?, ?, ?::json) on conflict (org_id, key) do nothing returning id`
