import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../kernel/logging/log.ts'

/** Appends a batch of waiting entries to their trees (store/log/sequence.ts). @returns how many; null: another ledger sequences */
export type SequenceBatch = () => Promise<number | null>

/**
 * Sequences until it is stopped: full batches one after the other, then a check of the queue every 200 ms. Entries collect
 * between two checks, so that under load one transaction appends thousands of entries and costs the writers little. A fault
 * is logged and tried again, at most 5 s later. No entry is lost: an entry leaves the queue in the transaction that writes
 * its leaf.
 */
export function startSequencer(options: { sequence: SequenceBatch; batch: number; log: Log }): Sequencer {
  const { sequence, batch, log } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const run = async (): Promise<void> => {
    let faults = 0
    while (!signal.aborted) {
      try {
        const appended = await sequence()
        faults = 0
        if (appended === batch) continue
      } catch (err) {
        faults += 1
        log.warn({ err, faults }, 'the log was not sequenced')
      }
      const pause = Math.min(IDLE_MS * 2 ** Math.min(faults, 5), MAX_PAUSE_MS)
      await sleep(pause, undefined, { signal }).catch(() => {})
    }
  }
  const running = run()
  return {
    stop: async () => {
      stopping.abort()
      await running
    },
  }
}

/**
 * Sequences everything that was committed before the call, and returns when that is done, even while another ledger sequences.
 *
 * @param waiting how many entries are in the queue
 */
export async function drainQueue(options: {
  sequence: SequenceBatch
  batch: number
  waiting: () => Promise<number>
}): Promise<void> {
  const { sequence, batch } = options
  const goal = await options.waiting()
  for (let done = 0; done < goal; ) {
    const appended = await sequence()
    if (appended === null) {
      await sleep(BUSY_MS)
      continue
    }
    if (appended < batch) return
    done += appended
  }
}

type Sequencer = {
  /** Finishes the current batch. */
  stop(): Promise<void>
}

const IDLE_MS = 200
const MAX_PAUSE_MS = 5000
const BUSY_MS = 20
