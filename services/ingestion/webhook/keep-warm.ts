import type { Log } from '../../kernel/log.ts'
import type { EndpointDirectory } from '../store/webhook/directory.ts'
import type { SecretBox } from './secret-box.ts'

/**
 * Opens the secrets of endpoints in use before anybody calls them: at start, and of those that other processes made or
 * rotated, every few seconds. So the first delivery does not wait for the key service, what answers it takes no longer
 * than for an endpoint that does not exist, and deliveries go on while the key service does not answer.
 */
export function keepWarm(deps: {
  directory: Pick<EndpointDirectory, 'changedSince'>
  secrets: SecretBox
  log: Log
  everyMs?: number
}): { stop(): Promise<void> } {
  const { directory, secrets, log, everyMs = 5000 } = deps
  let since = '-infinity'
  let stopped = false
  let sweep = Promise.resolve()
  const round = async (): Promise<void> => {
    try {
      for (let overlap = OVERLAP_SECONDS; !stopped; overlap = 0) {
        const changed = await directory.changedSince(since, overlap)
        for (let i = 0; i < changed.length && !stopped; i += AT_ONCE)
          await Promise.all(changed.slice(i, i + AT_ONCE).map((endpoint) => secrets.open(endpoint, endpoint)))
        const last = changed.at(-1)
        if (last === undefined) return
        since = last.changedAt
        if (changed.length < 1000) return
      }
    } catch (err) {
      if (!stopped) log.warn({ err }, 'webhook secrets were not opened ahead of their use')
    }
  }
  const tick = (): void => {
    sweep = sweep.then(round)
  }
  tick()
  const timer = setInterval(tick, everyMs).unref()
  return {
    stop: async () => {
      stopped = true
      clearInterval(timer)
      await sweep
    },
  }
}

/** A change that committed late may bear an earlier time than one already seen. */
const OVERLAP_SECONDS = 30
/** Calls of the key service at a time. */
const AT_ONCE = 4
