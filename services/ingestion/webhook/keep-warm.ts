import { periodically } from '../../kernel/concurrency/periodically.ts'
import type { Log } from '../../kernel/logging/log.ts'
import type { EndpointDirectory } from '../store/webhook/directory.ts'
import type { SecretBox } from './secret-box.ts'
import { waitingSecrets } from './waiting-secrets.ts'

/**
 * Opens the secrets of endpoints in use before they are called: all of them at start, then every few seconds those that other
 * processes created or rotated. The first delivery thus does not wait for the key service, its answer takes no longer than that
 * for an unknown endpoint, and deliveries are accepted while the key service does not answer. A secret that cannot be opened, such
 * as one whose wrapping key is gone, does not keep others from being opened.
 */
export function keepWarm(deps: {
  directory: Pick<EndpointDirectory, 'changedSince'>
  secrets: Pick<SecretBox, 'open'>
  log: Log
  everyMs?: number
}): { stop(): Promise<void> } {
  const { directory, secrets, log, everyMs = 5000 } = deps
  const failed = 'webhook secrets were not opened ahead of their use'
  const waiting = waitingSecrets(secrets, (err, refused) =>
    refused === undefined
      ? log.warn({ err }, failed)
      : log.warn({ err, organization_id: refused.orgId, endpoint_id: refused.id }, NOT_OPENED),
  )
  let since = '-infinity'
  const run = async (signal: AbortSignal): Promise<void> => {
    for (let overlap = OVERLAP_SECONDS; !signal.aborted; overlap = 0) {
      const changed = await directory.changedSince(since, overlap)
      await waiting.openChanged(changed, signal)
      since = changed.at(-1)?.changedAt ?? since
      if (changed.length < 1000) break
    }
    await waiting.tryAgain(signal)
  }
  return periodically({ everyMs, run, log, failed, atOnce: true })
}

const NOT_OPENED = 'the secret of a webhook endpoint cannot be opened'
/** A change that committed late may have an earlier time than one that was read already. */
const OVERLAP_SECONDS = 30
