import { nameOfSealed } from '../../kernel/crypto/opened-secrets.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import type { ChangedEndpoint } from '../store/webhook/directory.ts'
import type { SecretBox } from './secret-box.ts'

/** The secrets of endpoints that could not be opened in advance and are tried again. */
type WaitingSecrets = {
  /** Tries the secrets that were not tried before. If the key service opens none of the first few, the rest waits. */
  openChanged(changed: readonly ChangedEndpoint[], signal: AbortSignal): Promise<void>
  /**
   * Tries a few of the waiting secrets, beginning with those that were tried longest ago, and continues while some can be opened:
   * the key service may answer again, or accept credentials that it refused before. After a try that opened none, the next calls
   * are skipped: one call, then three, and so on, up to a minute of calls.
   */
  tryAgain(signal: AbortSignal): Promise<void>
}

/**
 * Keeps the waiting secrets. A secret waits until it has been opened, or until its endpoint is revoked or gets another secret.
 *
 * @param report called for each failure while the key service is unavailable, and once for a secret that it refuses
 */
export function waitingSecrets(
  secrets: Pick<SecretBox, 'open'>,
  report: (err: unknown, refused?: ChangedEndpoint) => void,
): WaitingSecrets {
  const waiting = new Map<string, Waiting>()
  let pause = 0
  let callsToPass = 0

  const wait = (endpoint: Waiting): void => {
    waiting.delete(endpoint.id)
    waiting.set(endpoint.id, endpoint)
    if (waiting.size > MAX_WAITING) waiting.delete(waiting.keys().next().value!)
  }
  const open = async (endpoint: Waiting): Promise<Result> => {
    try {
      await secrets.open(endpoint, endpoint)
      waiting.delete(endpoint.id)
      return 'opened'
    } catch (err) {
      const isAway = err instanceof DomainError && err.reason === Reason.UNAVAILABLE
      if (isAway) report(err)
      else if (!endpoint.isRefused) report(err, endpoint)
      wait({ ...endpoint, isRefused: endpoint.isRefused || !isAway })
      return isAway ? 'away' : 'refused'
    }
  }
  return {
    async openChanged(changed, signal) {
      let isAway = false
      for (const endpoints of batchesOf(changed.filter((each) => !isSame(waiting.get(each.id), each)))) {
        for (const { id } of endpoints) waiting.delete(id)
        const inUse = endpoints.filter(({ revoked }) => !revoked)
        const untried = inUse.map((each) => ({ ...each, isRefused: false }))
        if (isAway || signal.aborted) untried.forEach(wait)
        else isAway = areAway(await Promise.all(untried.map(open)))
      }
    },
    async tryAgain(signal) {
      if (callsToPass > 0) {
        callsToPass -= 1
        return
      }
      for (const endpoints of batchesOf([...waiting.values()])) {
        if (signal.aborted) return
        const results = await Promise.all(endpoints.map(open))
        pause = results.includes('opened') ? 0 : Math.min(2 * pause + 1, LONGEST_PAUSE)
        callsToPass = pause
        if (pause > 0) return
      }
    },
  }
}

function areAway(results: readonly Result[]): boolean {
  return results.includes('away') && !results.includes('opened')
}

/** Whether a change was read before, or concerns something other than the secret. */
function isSame(known: ChangedEndpoint | undefined, changed: ChangedEndpoint): boolean {
  return known !== undefined && !changed.revoked && nameOfSealed('', known) === nameOfSealed('', changed)
}

function batchesOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, i) =>
    all.slice(i * AT_ONCE, (i + 1) * AT_ONCE),
  )
}

/** The same as the limit of opened secrets. */
const MAX_WAITING = 10_000
/** Calls of the key service at a time. */
const AT_ONCE = 4
/** The longest pause, in calls of `tryAgain`. One comes every five seconds, so this is a minute. */
const LONGEST_PAUSE = 12

type Waiting = ChangedEndpoint & { isRefused: boolean }
type Result = 'opened' | 'refused' | 'away'
