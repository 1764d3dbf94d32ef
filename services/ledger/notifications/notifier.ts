import { setTimeout as sleep } from 'node:timers/promises'
import { systemCall } from '../../kernel/audit/system-call.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Log } from '../../kernel/logging/log.ts'
import { backoffSeconds } from '../domain/notifications/notification.ts'
import { OutboundProblem } from '../outbound/problem.ts'
import type { Claimed, Outbox } from '../store/notifications/outbox.ts'
import type { Deliver } from './deliver.ts'
import { ReceiverGone } from './receiver-gone.ts'

/** The dependencies of the notifier. */
export type Notifying = {
  /** Queues notifications of new events; returns whether there were new entries. */
  find(): Promise<boolean>
  outbox: Outbox
  deliver: Deliver
  leaseSeconds: number
  clock: Clock
  log: Log
}

/**
 * Looks for events and delivers notifications, until it is stopped. Neither task waits for the other: many logs that grow MUST
 * NOT delay deliveries. Several processes may do this at once, since each claims what it delivers. A fault is logged and tried
 * again. Nothing is kept only in memory: a queued notification stays queued until its receiver has it or a day has passed.
 */
export function startNotifier(options: Notifying & { everyMs?: number }): { stop(): Promise<void> } {
  const { find, log, everyMs = 1000 } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const sender = startSender(options, everyMs, signal)
  const look = async (): Promise<void> => {
    const found = await find()
    sender.wake()
    if (!found) await sleep(everyMs, undefined, { signal }).catch(() => {})
  }
  const running = [
    repeat(look, 'events for notifications were not read', { log, everyMs, signal }),
    repeat(sender.send, 'notifications were not claimed', { log, everyMs, signal }),
  ]
  return {
    stop: async () => {
      stopping.abort()
      // A delivery that has not ended by then is repeated when its lease ends.
      const ended = Promise.all(running).then(sender.ended)
      await Promise.race([ended, sleep(STOP_MS, undefined, { ref: false })])
    },
  }
}

/** `send` claims notifications, starts their deliveries and pauses; `wake` ends its pause; `ended`: no delivery is in progress. */
function startSender(options: Notifying, everyMs: number, signal: AbortSignal) {
  const { outbox, leaseSeconds, log } = options
  const inProgress = new Set<Promise<void>>()
  let mails = 0
  /** Ends the pause. A search that ends during a claim makes the sender skip the next pause. */
  let waking = new AbortController()
  const start = (claimed: Claimed): void => {
    const delivery = deliverOne(options, claimed).catch((err) => {
      log.warn({ err, notification_id: claimed.id }, 'the outcome of a notification was not recorded')
    })
    inProgress.add(delivery)
    if (claimed.is_mail) mails += 1
    void delivery.finally(() => {
      inProgress.delete(delivery)
      if (claimed.is_mail) mails -= 1
    })
  }
  /** Waits until a delivery or a search for events ends, at most `everyMs`. A slow receiver MUST NOT hold up the others. */
  const pause = async (): Promise<void> => {
    const woken = waking
    void Promise.race(inProgress).then(() => woken.abort())
    await sleep(everyMs, undefined, { signal: AbortSignal.any([signal, woken.signal]) }).catch(() => {})
  }
  return {
    send: async (): Promise<void> => {
      waking = new AbortController()
      const limit = AT_ONCE - inProgress.size
      if (limit > 0)
        for (const claimed of await outbox.claim({
          limit,
          mails: MAILS - mails,
          perOrganization: OF_ONE,
          leaseSeconds,
        }))
          start(claimed)
      await pause()
    },
    wake: () => waking.abort(),
    ended: () => Promise.all(inProgress),
  }
}

/** Repeats a round until `signal` aborts. A fault is logged, and the pause before the next round grows with each. */
async function repeat(
  round: () => Promise<void>,
  failed: string,
  { log, everyMs, signal }: { log: Log; everyMs: number; signal: AbortSignal },
): Promise<void> {
  for (let faults = 0; !signal.aborted; ) {
    try {
      await round()
      faults = 0
    } catch (err) {
      faults += 1
      log.warn({ err, faults }, failed)
      const pause = Math.min(everyMs * 2 ** Math.min(faults, 5), MAX_PAUSE_MS)
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }
}

async function deliverOne({ outbox, deliver, clock, log }: Notifying, claimed: Claimed): Promise<void> {
  const call = () => systemCall('sendNotification', claimed.org_id, clock.now())
  try {
    await deliver(claimed)
  } catch (thrown) {
    if (thrown instanceof ReceiverGone) return outbox.cancelled(call(), claimed)
    const problem = thrown instanceof OutboundProblem ? thrown : undefined
    if (problem === undefined) log.warn({ err: thrown, notification_id: claimed.id }, 'notification not sent')
    const retry = problem?.retryAfter ?? backoffSeconds(claimed.attempts)
    const text = problem?.message ?? 'a fault of the installation'
    if ((await outbox.failed(call(), claimed, text, retry)) === 'gave_up')
      log.error(
        { notification_id: claimed.id, organization_id: claimed.org_id, event: claimed.event, problem: text },
        'notification given up',
      )
    return
  }
  await outbox.sent(call(), claimed)
}

/** How many deliveries one process has in progress. */
const AT_ONCE = 16
/** How many of them are e-mails. They share one mail server: while it is slow, it MUST NOT hold up calls of receivers. */
const MAILS = 8
/** How many deliveries one organization has in progress, in all processes. */
const OF_ONE = 4
const MAX_PAUSE_MS = 30_000
const STOP_MS = 2000
