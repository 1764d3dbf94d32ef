import { periodically } from '../../kernel/concurrency/periodically.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { Log } from '../../kernel/logging/log.ts'
import type { EndpointDirectory } from '../store/webhook/directory.ts'
import type { SecretBox } from './secret-box.ts'

type Changed = Awaited<ReturnType<EndpointDirectory['changedSince']>>[number]

/**
 * Opens the secrets of endpoints in use before anybody calls them: at start, and of those that other processes made or
 * rotated, every few seconds. So the first delivery does not wait for the key service, its answer takes no longer than that for
 * an unknown endpoint, and deliveries are accepted while the key service does not answer. A secret that cannot be opened, such as one
 * whose wrapping key is gone, is logged and keeps no other one closed; only where the key service does not answer the rest is left to the
 * next time.
 */
export function keepWarm(deps: {
  directory: Pick<EndpointDirectory, 'changedSince'>
  secrets: Pick<SecretBox, 'open'>
  log: Log
  everyMs?: number
}): { stop(): Promise<void> } {
  const { directory, secrets, log, everyMs = 5000 } = deps
  let since = '-infinity'
  const open = async (endpoint: Changed): Promise<void> => {
    await secrets.open(endpoint, endpoint).catch((err: unknown) => {
      if (err instanceof DomainError && err.reason === Reason.UNAVAILABLE) throw err
      log.warn({ err, organization_id: endpoint.orgId, endpoint_id: endpoint.id }, NOT_OPENED)
    })
  }
  const run = async (signal: AbortSignal): Promise<void> => {
    for (let overlap = OVERLAP_SECONDS; !signal.aborted; overlap = 0) {
      const changed = await directory.changedSince(since, overlap)
      for (let i = 0; i < changed.length && !signal.aborted; i += AT_ONCE)
        await Promise.all(changed.slice(i, i + AT_ONCE).map(open))
      const last = changed.at(-1)
      if (last === undefined) return
      since = last.changedAt
      if (changed.length < 1000) return
    }
  }
  const failed = 'webhook secrets were not opened ahead of their use'
  return periodically({ everyMs, run, log, failed, atOnce: true })
}

const NOT_OPENED = 'the secret of a webhook endpoint cannot be opened'
/** A change that committed late may have an earlier time than one that was read already. */
const OVERLAP_SECONDS = 30
/** Calls of the key service at a time. */
const AT_ONCE = 4
