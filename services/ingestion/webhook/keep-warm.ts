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
 * whose wrapping key is gone, is logged and keeps no other one closed; a few of them are tried again each time, since credentials that were
 * refused may be there later. Only where the key service does not answer the rest is left to the next time.
 */
export function keepWarm(deps: {
  directory: Pick<EndpointDirectory, 'changedSince'>
  secrets: Pick<SecretBox, 'open'>
  log: Log
  everyMs?: number
}): { stop(): Promise<void> } {
  const { directory, secrets, log, everyMs = 5000 } = deps
  let since = '-infinity'
  /** What was refused, by endpoint, the one first that was tried longest ago. */
  const refused = new Map<string, Changed>()
  const open = async (endpoint: Changed): Promise<void> => {
    const { id, orgId } = endpoint
    const isKnown = refused.delete(id)
    try {
      await secrets.open(endpoint, endpoint)
    } catch (err) {
      const isAway = err instanceof DomainError && err.reason === Reason.UNAVAILABLE
      if (!isAway || isKnown) refused.set(id, endpoint)
      if (refused.size > MOST_REFUSED) refused.delete(refused.keys().next().value!)
      if (isAway) throw err
      if (!isKnown) log.warn({ err, organization_id: orgId, endpoint_id: id }, NOT_OPENED)
    }
  }
  const run = async (signal: AbortSignal): Promise<void> => {
    await Promise.allSettled([...refused.values()].slice(0, AT_ONCE).map(open))
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
/** As many as the opened secrets that are kept. */
const MOST_REFUSED = 10_000
/** Calls of the key service at a time. */
const AT_ONCE = 4
