import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { type Backoff, endpointClient } from './endpoint-client.ts'
import { forwardFiles } from './files.ts'
import { listen } from './listen.ts'
import { type Counts, type Outbox, openOutbox } from './outbox.ts'
import { splitAlerts } from './split.ts'
import { openSpool } from './spool.ts'

/**
 * `attestry webhook forward`: takes alerts as a product sends them, adds the signature (docs/api.md 5.3) and posts them, body
 * untouched; retries network errors, 408, 429 and 5xx by `Retry-After` and backoff; loses none.
 *
 * From a listener or standard input an alert is on the disk (`<spoolDirectory>/<hash of url>`) before its sender is answered or
 * the next one is read; it stays there until the endpoint accepted it, also over restarts, or moves to `refused/`. Alerts from
 * files are not copied to the disk again.
 *
 * Resolves when the relay works (the listener listens); `done` when the input has ended and all of it is settled, or after
 * `stop()`. Throws ForwardUsageError for options that cannot work, LocalError when another relay runs.
 */
export async function forward(options: ForwardOptions): Promise<Forwarding> {
  checkUsage(options)
  const log = options.log ?? (() => undefined)
  const stopping = new AbortController()
  const target = { url: options.url, format: options.format, timeoutMs: options.timeoutMs ?? 15_000 }
  const client = endpointClient(target, options.secret, options.backoff)
  const { source } = options

  if (source.kind === 'files') {
    const giveUpAfterMs = options.giveUpAfterMs ?? 15 * 60 * 1000
    const done = forwardFiles(source.paths, client, { giveUpAfterMs, signal: stopping.signal, log })
    return { port: null, done, stop: async () => stopping.abort() }
  }

  const outbox = await openOutbox(await openSpool(spoolOf(options)), client, log)
  if (source.kind === 'listen') {
    const listener = await listen(outbox, source.port, options.answerWithinMs ?? 5000).catch(
      async (error: unknown) => {
        await outbox.stop()
        throw error
      },
    )
    const stopped = new Promise<void>((resolve) => stopping.signal.addEventListener('abort', () => resolve()))
    const done = stopped.then(async () => {
      await Promise.all([listener.close(), outbox.stop()])
      return { ...outbox.counts }
    })
    return { port: listener.port, done, stop: async () => stopping.abort() }
  }

  const done = forwardStream(source.input, outbox, stopping.signal, log)
  return { port: null, done, stop: async () => stopping.abort() }
}

/** Returns the exit code: 0 when every alert was delivered, 1 when some were refused or still wait. */
export function exitCodeOf(counts: Counts): 0 | 1 {
  return counts.refused + counts.pending === 0 ? 0 : 1
}

async function forwardStream(
  input: AsyncIterable<Uint8Array>,
  outbox: Outbox,
  stopping: AbortSignal,
  log: (line: string) => void,
): Promise<Counts> {
  let unusable = 0
  const aborted = new Promise<'stop'>((resolve) => stopping.addEventListener('abort', () => resolve('stop')))
  const alerts = splitAlerts(input)
  try {
    while (!stopping.aborted) {
      const next = await Promise.race([alerts.next(), aborted])
      if (next === 'stop' || next.done) break
      const { body, fault } = next.value
      await Promise.race([outbox.untilCapacity(), aborted])
      await outbox.add(body, fault)
      if (fault) unusable++
    }
    if (unusable > 0) log(`${unusable} pieces of the input were no alerts and are kept in refused/`)
    await Promise.race([outbox.drained(), aborted])
  } finally {
    await outbox.stop()
  }
  return { ...outbox.counts }
}

/** Returns the directory of an endpoint. Each has its own, so that an alert that waits for one is never sent to another. */
function spoolOf(options: ForwardOptions): string {
  return join(options.spoolDirectory, createHash('sha256').update(options.url).digest('hex').slice(0, 16))
}

function checkUsage(options: ForwardOptions): void {
  const url = URL.parse(options.url)
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:'))
    throw new ForwardUsageError('url: must begin with http:// or https://')
  if (url.username !== '' || url.password !== '') throw new ForwardUsageError('url: no user name or password')
  if (options.secret.trim() === '')
    throw new ForwardUsageError('secret: the endpoint’s signing secret is empty')
  if (/\s/.test(options.secret)) throw new ForwardUsageError('secret: has white space in it')
}

export class ForwardUsageError extends Error {
  override readonly name = 'ForwardUsageError'
}

export type ForwardOptions = {
  /** Address of the webhook endpoint, `…/api/v1/webhooks/incidents/whk_…`. */
  url: string
  /** The endpoint's signing secret, whole (`whsec_…`). */
  secret: string
  source:
    | { kind: 'listen' /** On 127.0.0.1; 0 picks a free one. */; port: number }
    | { kind: 'stream'; input: AsyncIterable<Uint8Array> }
    | { kind: 'files'; paths: readonly string[] }
  /** Where alerts wait, e.g. `<data directory>/forward`. */
  spoolDirectory: string
  /** `X-Service-Format`, when the endpoint's own is not wanted. */
  format?: 'service' | 'vendor_siem' | 'generic_json'
  /** One line an event; never a secret, never a body. */
  log?: (line: string) => void
  /** Timeout of one POST; default 15 s. */
  timeoutMs?: number
  backoff?: Backoff
  /** Files only: how long one alert is tried; default 15 min. */
  giveUpAfterMs?: number
  /** Listener only: how long a sender waits for the endpoint's answer before it gets 202; default 5 s. */
  answerWithinMs?: number
}

export type Forwarding = {
  /** The port of the listener. */
  port: number | null
  done: Promise<Counts>
  /** Ends the run. Alerts that are not delivered yet wait on the disk (or in their file). `done` resolves soon after. */
  stop(): Promise<void>
}
