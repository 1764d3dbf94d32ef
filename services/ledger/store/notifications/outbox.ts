import { Outcome } from '../../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { auditEntry, receiptsOf } from '../../../kernel/audit/audit-entry.ts'
import type { Call } from '../../../kernel/audit/call.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { MIN_ID } from '../../../kernel/database/seek.ts'
import { transact } from '../../../kernel/database/transact.ts'
import { GIVE_UP_SECONDS, type NotificationRow } from '../../domain/notifications/notification.ts'
import { CLAIM, WAITS } from './claim.ts'
import { NOTIFICATION, notificationState } from './rows.ts'

/** A notification that this process delivers, until its lease ends. */
export type Claimed = NotificationRow & { lease: string; is_mail: boolean }

/** The notifications that wait to be delivered. */
export type Outbox = {
  /**
   * Claims notifications that are due for as long as the lease says: up to `limit`, one of each channel or person, and
   * `perOrganization` of each organization; at most `mails` of them are e-mails. Organizations take turns: those with the fewest notifications in progress come first,
   * and of them the one that this process served longest ago. No other process gets these notifications during the lease. After it
   * any process may claim them, because the process that had them has ended or hangs.
   */
  claim(take: {
    limit: number
    mails: number
    perOrganization: number
    leaseSeconds: number
  }): Promise<Claimed[]>
  /** Records that the receiver accepted it. @returns false when the lease was lost and another process has finished it */
  sent(call: Call, claimed: Claimed): Promise<boolean>
  /** Records why it was not delivered. It is tried again, or given up after it has waited for a day. */
  failed(call: Call, claimed: Claimed, problem: string, retrySeconds: number): Promise<'later' | 'gave_up'>
  /** Records that the receiver no longer exists. */
  cancelled(call: Call, claimed: Claimed): Promise<void>
}

export function outbox(db: Database): Outbox {
  const finish = (call: Call, claimed: Claimed, state: string, problem: string): Promise<boolean> =>
    transact(db, async (em, append) => {
      const { org_id, id, lease } = claimed
      const [row] = await em.execute<NotificationRow[]>(FINISH, [state, problem, org_id, id, lease])
      if (row === undefined) return false
      const record = notificationState(row)
      const outcome = state === 'gave_up' ? Outcome.FAILED : Outcome.OK
      const code = state === 'gave_up' ? 'not_delivered' : ''
      const entry = auditEntry({ ...call, outcome, code, receipts: receiptsOf([record]) })
      await append(entry, [{ table: record.table, rows: [record] }])
      return true
    })
  /** The organization that had the last turn: the next ones are those after it, by id. */
  let last = MIN_ID
  return {
    claim: async ({ limit, mails, perOrganization, leaseSeconds }) => {
      const [queue] = await db.query<{ waits: boolean }>({ name: 'notifications wait', text: WAITS })
      if (!queue!.waits) return []
      const values = [limit, crypto.randomUUID(), leaseSeconds, perOrganization, last, mails]
      const claimed = await db.query<Claimed>({ name: 'claim notifications', text: CLAIM, values })
      const served = claimed.map(({ org_id }) => org_id).sort()
      last = served.findLast((id) => id <= last) ?? served.at(-1) ?? last
      return claimed
    },
    sent: (call, claimed) => finish(call, claimed, 'sent', ''),
    failed: async (call, claimed, problem, retrySeconds) => {
      const { org_id, id, lease } = claimed
      const values = [org_id, id, lease, problem, retrySeconds, GIVE_UP_SECONDS]
      if ((await db.query({ name: 'retry notification', text: RETRY, values })).length > 0) return 'later'
      return (await finish(call, claimed, 'gave_up', problem)) ? 'gave_up' : 'later'
    },
    cancelled: async (call, claimed) => {
      await finish(call, claimed, 'cancelled', '')
    },
  }
}

const FINISH = `update ledger.notifications n
  set state = ?, problem = ?, settled_at = now(), lease = null, lease_until = null
  where org_id = ? and id = ? and lease = ? and state = 'waiting' returning ${NOTIFICATION}`

const RETRY = `update ledger.notifications n
  set lease = null, lease_until = null, problem = $4, next_at = now() + make_interval(secs => $5)
  where org_id = $1 and id = $2 and lease = $3 and state = 'waiting'
    and created_at > now() - make_interval(secs => $6) returning id`
