import type { Database } from '../../../kernel/database/database.ts'
import type { Log } from '../../../kernel/logging/log.ts'
import type { EndpointRef } from '../../domain/webhook/seal.ts'

/** Registers a rejected call of an endpoint; excess calls are deleted in the background. */
type Prune = (call: { endpoint: EndpointRef; signed: boolean }) => void

/**
 * Keeps the newest signed and the newest unsigned rejected calls of each endpoint, as many as `KEPT` says, so that unsigned calls
 * never evict signed ones. No caller waits for the deletion. One sweep runs at a time, for the endpoints that were noted since the
 * last one.
 */
export function pruning(db: Database, log: Log): Prune {
  const waiting = new Map<string, { endpoint: EndpointRef; signed: boolean }>()
  let sweeping = false
  const sweep = async (): Promise<void> => {
    sweeping = true
    try {
      while (waiting.size > 0) {
        const [name, { endpoint, signed }] = waiting.entries().next().value!
        waiting.delete(name)
        const values = [endpoint.orgId, endpoint.id, signed, signed ? KEPT.signed : KEPT.unsigned]
        await db.query({ name: 'prune rejected', text: PRUNE, values })
      }
    } catch (err) {
      log.warn({ err }, 'rejected webhook calls were not pruned')
    }
    sweeping = false
  }
  return ({ endpoint, signed }) => {
    waiting.set(`${endpoint.id} ${signed}`, { endpoint, signed })
    if (!sweeping) void sweep()
  }
}

/** How many rejected calls of an endpoint are kept. */
export const KEPT = { signed: 1000, unsigned: 200 }

const PRUNE = `
  delete from ingestion.rejected_deliveries
  where org_id = $1 and endpoint_id = $2 and signed = $3 and id <= (
    select id from ingestion.rejected_deliveries where org_id = $1 and endpoint_id = $2 and signed = $3
    order by id desc offset $4 limit 1)`
