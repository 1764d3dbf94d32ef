import { createReadStream } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EndpointClient, OutgoingAlert } from './endpoint-client.ts'
import type { Counts } from './outbox.ts'
import { splitAlerts } from './split.ts'

/**
 * Forwards the alerts of files one after the other. Nothing is spooled, because the files already store the alerts. If an alert
 * cannot be delivered within `giveUpAfterMs`, the run ends and reports how far it got. A second run is safe for alerts with an
 * event id: the endpoint treats those that were delivered before as replays.
 */
export async function forwardFiles(
  paths: readonly string[],
  client: EndpointClient,
  options: FileOptions,
): Promise<Counts> {
  const counts: Counts = { accepted: 0, replayed: 0, refused: 0, pending: 0 }
  for (const path of paths) {
    let number = 0
    for await (const { body, fault } of splitAlerts(createReadStream(path))) {
      const where = `${path}, alert ${++number}`
      const outcome = fault
        ? ({ kind: 'refused', why: fault } as const)
        : await deliver(body, where, client, options)
      if (outcome === null) {
        options.log(`stopped at ${where}: not delivered`)
        return { ...counts, pending: 1 }
      }
      if (outcome.kind === 'accepted') counts[outcome.replay ? 'replayed' : 'accepted']++
      else {
        counts.refused++
        options.log(`refused: ${where}: ${outcome.why}`)
      }
    }
    if (number === 0) options.log(`no alert in ${path}`)
  }
  return counts
}

async function deliver(body: Uint8Array, where: string, client: EndpointClient, options: FileOptions) {
  const alert: OutgoingAlert = { body, firstAt: null, tries: 0 }
  const giveUpAt = Date.now() + options.giveUpAfterMs
  while (!options.signal.aborted) {
    const outcome = await client.attempt(alert)
    if (outcome.kind !== 'retry') return outcome
    const wait = client.waitMs(alert, outcome)
    if (Date.now() + wait > giveUpAt) return null
    options.log(`not delivered yet (${outcome.why}), next try in ${Math.ceil(wait / 1000)} s: ${where}`)
    await sleep(wait, undefined, { signal: options.signal }).catch(() => undefined)
  }
  return null
}

type FileOptions = { giveUpAfterMs: number; signal: AbortSignal; log: (line: string) => void }
