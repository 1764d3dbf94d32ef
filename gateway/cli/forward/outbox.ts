import { dueQueue } from './due-queue.ts'
import type { EndpointClient, OutgoingAlert } from './endpoint-client.ts'
import type { PostOutcome } from './post.ts'
import { keptAt, type Spool } from './spool.ts'

/**
 * Delivers the alerts of a spool, four at a time, oldest first. Each has its own waiting time, so that an alert that always fails
 * does not delay others. A 429 pauses all of them, because the limit is the endpoint's. Starts with the alerts that an earlier
 * run left. An alert leaves `pending/` only when the endpoint accepted or refused it.
 */
export async function openOutbox(
  spool: Spool,
  client: EndpointClient,
  log: (line: string) => void,
): Promise<Outbox> {
  return new Outbox(spool, client, log, await spool.list())
}

export class Outbox {
  readonly counts: Counts
  readonly #spool: Spool
  readonly #client: EndpointClient
  readonly #log: (line: string) => void
  readonly #changed = conditions()
  readonly #queue = dueQueue(CONCURRENCY, async (item: Item) => {
    await this.#deliver(item)
    this.#changed.check()
  })

  /** @param left the names of alerts that an earlier run left */
  constructor(spool: Spool, client: EndpointClient, log: (line: string) => void, left: readonly string[]) {
    this.#spool = spool
    this.#client = client
    this.#log = log
    this.counts = { accepted: 0, replayed: 0, refused: 0, pending: left.length }
    for (const name of left) this.#queue.add(itemOf(name, null))
  }

  /**
   * Resolves when the alert is on the disk; `settled` when the endpoint accepted or refused it (in this run).
   * With a `fault` it goes to `refused/` unsent.
   */
  async add(body: Uint8Array, fault?: string | null): Promise<{ settled: Promise<Settled> }> {
    this.counts.pending++
    const name = await this.#spool.put(body).catch((error: unknown) => {
      this.counts.pending--
      throw error
    })
    if (fault && (await this.#spool.refuse(name, fault))) {
      this.counts.pending--
      this.counts.refused++
      return { settled: Promise.resolve({ kind: 'refused', status: 400, why: fault }) }
    }
    return { settled: new Promise<Settled>((settle) => this.#queue.add(itemOf(name, settle))) }
  }

  untilCapacity(): Promise<void> {
    return this.#changed.until(() => this.#queue.stopped || this.counts.pending < MAX_PENDING)
  }

  hasCapacity(): boolean {
    return !this.#queue.stopped && this.counts.pending < MAX_PENDING
  }

  drained(): Promise<void> {
    return this.#changed.until(() => this.#queue.stopped || this.counts.pending === 0)
  }

  /** Waits for the deliveries in progress; everything else stays on the disk for the next run. */
  async stop(): Promise<void> {
    const ended = this.#queue.stop()
    this.#changed.check()
    await ended
    this.#spool.close()
  }

  async #deliver(item: Item): Promise<void> {
    try {
      await this.#attempt(item)
    } catch (error) {
      // The disk failed, not the delivery. The file is tried again unless it has been removed.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') {
        this.counts.pending--
        this.#log(`gone from the spool: ${item.name}`)
      } else
        this.#retry(item, FAULT_WAIT_MS, `spool: ${error instanceof Error ? error.message : String(error)}`)
    }
  }

  async #attempt(item: Item): Promise<void> {
    const body = await this.#spool.read(item.name)
    const alert: OutgoingAlert = { body, firstAt: item.firstAt, tries: item.tries }
    const outcome = await this.#client.attempt(alert)
    item.firstAt = alert.firstAt
    item.tries = alert.tries
    if (outcome.kind === 'retry') {
      const wait = this.#client.waitMs(alert, outcome)
      if (outcome.status === 429) this.#queue.pause(wait)
      return this.#retry(item, wait, outcome.why)
    }
    if (outcome.kind === 'accepted') {
      await this.#spool.remove(item.name)
      this.counts[outcome.replay ? 'replayed' : 'accepted']++
    } else {
      this.#log(`refused, kept as refused/${item.name}: ${outcome.why}`)
      if (!(await this.#spool.refuse(item.name, outcome.why)))
        return this.#retry(item, REFUSED_WAIT_MS, 'refused/ is full')
      this.counts.refused++
    }
    this.counts.pending--
    item.settle?.(outcome)
  }

  #retry(item: Item, waitMs: number, why: string): void {
    if (!this.#queue.stopped)
      this.#log(`not delivered yet (${why}), next try in ${Math.ceil(waitMs / 1000)} s: ${item.name}`)
    this.#queue.add(item, waitMs)
  }
}

function itemOf(name: string, settle: Item['settle']): Item {
  return { name, firstAt: keptAt(name), tries: 0, settle }
}

/** Waits for conditions, which are evaluated again at every `check`. */
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
