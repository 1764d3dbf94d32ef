import { dueQueue } from './due-queue.ts'
import type { EndpointClient, OutgoingAlert } from './endpoint-client.ts'
import type { PostOutcome } from './post.ts'
import { keptAt, type Spool } from './spool.ts'

/**
 * Delivers the alerts of a spool, four at a time, oldest first, each with its own waiting time, so that an alert that always
 * fails does not delay others; a 429 pauses all of them, because the limit is the endpoint's. Starts
 * with what an earlier run left. An alert leaves `pending/` only when the endpoint accepted or refused it.
 */
export async function openOutbox(
  spool: Spool,
  client: EndpointClient,
  log: (line: string) => void,
): Promise<Outbox> {
  const left = await spool.list()
  const counts: Counts = { accepted: 0, replayed: 0, refused: 0, pending: left.length }
  const changed = conditions()
  const queue = dueQueue(CONCURRENCY, async (item: Item) => {
    await deliver(item)
    changed.check()
  })

  async function deliver(item: Item): Promise<void> {
    try {
      await attempt(item)
    } catch (error) {
      // The disk failed, not the delivery: the file is tried again, unless somebody took it away.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        counts.pending--
        log(`gone from the spool: ${item.name}`)
      } else again(item, FAULT_WAIT_MS, `spool: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async function attempt(item: Item): Promise<void> {
    const alert: OutgoingAlert = {
      body: await spool.read(item.name),
      firstAt: item.firstAt,
      tries: item.tries,
    }
    const outcome = await client.attempt(alert)
    item.firstAt = alert.firstAt
    item.tries = alert.tries
    if (outcome.kind === 'retry') {
      const wait = client.waitMs(alert, outcome)
      if (outcome.status === 429) queue.pause(wait)
      return again(item, wait, outcome.why)
    }
    if (outcome.kind === 'accepted') {
      await spool.remove(item.name)
      counts[outcome.replay ? 'replayed' : 'accepted']++
    } else {
      log(`refused, kept as refused/${item.name}: ${outcome.why}`)
      if (!(await spool.refuse(item.name, outcome.why)))
        return again(item, REFUSED_WAIT_MS, 'refused/ is full')
      counts.refused++
    }
    counts.pending--
    item.settle?.(outcome)
  }

  function again(item: Item, waitMs: number, why: string): void {
    if (!queue.stopped)
      log(`not delivered yet (${why}), next try in ${Math.ceil(waitMs / 1000)} s: ${item.name}`)
    queue.add(item, waitMs)
  }

  for (const name of left) queue.add(itemOf(name, null))
  return {
    counts,
    async add(body, fault) {
      counts.pending++
      const name = await spool.put(body).catch((error: unknown) => {
        counts.pending--
        throw error
      })
      if (fault && (await spool.refuse(name, fault))) {
        counts.pending--
        counts.refused++
        return { settled: Promise.resolve({ kind: 'refused', status: 400, why: fault }) }
      }
      return { settled: new Promise<Settled>((settle) => queue.add(itemOf(name, settle))) }
    },
    room: () => changed.until(() => queue.stopped || counts.pending < MAX_PENDING),
    hasRoom: () => !queue.stopped && counts.pending < MAX_PENDING,
    drained: () => changed.until(() => queue.stopped || counts.pending === 0),
    async stop() {
      const ended = queue.stop()
      changed.check()
      await ended
      spool.close()
    },
  }
}

function itemOf(name: string, settle: Item['settle']): Item {
  return { name, firstAt: keptAt(name), tries: 0, settle }
}

/** Waits for conditions, which are looked at again at every `check`. */
function conditions(): { until(condition: () => boolean): Promise<void>; check(): void } {
  const waiting = new Set<() => void>()
  return {
    until: (condition) =>
      new Promise((resolve) => {
        const look = () => {
          if (!condition()) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      }),
    check: () => {
      for (const look of [...waiting]) look()
    },
  }
}

const CONCURRENCY = 4
const MAX_PENDING = 10_000
const FAULT_WAIT_MS = 10_000
const REFUSED_WAIT_MS = 60 * 60 * 1000

type Item = {
  name: string
  firstAt: number | null
  tries: number
  settle: ((outcome: Settled) => void) | null
}

export type Settled = Extract<PostOutcome, { kind: 'accepted' | 'refused' }>

export type Counts = { accepted: number; replayed: number; refused: number; pending: number }

export type Outbox = {
  readonly counts: Counts
  /**
   * Resolves when the alert is on the disk; `settled` when the endpoint accepted or refused it (in this run).
   * With a `fault` it goes to `refused/` unsent.
   */
  add(body: Uint8Array, fault?: string | null): Promise<{ settled: Promise<Settled> }>
  room(): Promise<void>
  hasRoom(): boolean
  drained(): Promise<void>
  /** Waits for the deliveries under way; everything else stays on the disk for the next run. */
  stop(): Promise<void>
}
