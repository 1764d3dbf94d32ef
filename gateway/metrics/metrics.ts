import type { Channel } from 'node:diagnostics_channel'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { throttled } from '../../services/kernel/concurrency/throttled.ts'
import {
  auditEntries,
  type Batch,
  batches,
  type DamagedTrees,
  damagedTrees,
  type Entries,
  type LogQueue,
  logQueue,
} from '../../services/kernel/telemetry/channels.ts'
import { VERSION } from '../openapi/version.ts'

/** The metrics of one process, in the Prometheus text format. */
export type Metrics = {
  /** Reports that a request has begun. @returns a function to call when it is answered */
  began(): (operation: string, status: number) => void
  /** The exposition, and its media type. Calls that come together share one: it takes milliseconds, and anybody may ask. */
  text(): Promise<{ type: string; body: string }>
  /** Stops listening to the process. */
  close(): void
}

/**
 * Names and units by Prometheus convention, prefix `attestry_`. The labels are closed: an operation's name (never a
 * path), a status code. The metrics of Node.js begin with the first scrape, so that they cost nothing without one.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const instruments = instrumentsOf([registry])
  const { requests, duration, inFlight } = instruments
  const listeners = listenersOf(instruments)
  for (const [channel, listener] of listeners) channel.subscribe(listener)

  const series = new Map<string, Series>()
  const seriesOf = (operation: string): Series => {
    const found = series.get(operation) ?? { timed: duration.labels(operation), counted: new Map() }
    series.set(operation, found)
    return found
  }
  let open = 0
  let node = false
  return {
    began() {
      const start = performance.now()
      open += 1
      return (operation, status) => {
        open -= 1
        const { timed, counted } = seriesOf(operation)
        const counter = counted.get(status) ?? requests.labels(operation, String(status))
        counted.set(status, counter)
        counter.inc()
        timed.observe((performance.now() - start) / 1000)
      }
    },
    text: throttled(async () => {
      if (!node) collectDefaultMetrics({ register: registry })
      node = true
      inFlight.set(open)
      return { type: registry.contentType, body: await registry.metrics() }
    }),
    close() {
      for (const [channel, listener] of listeners) channel.unsubscribe(listener)
    },
  }
}

/** The metrics of this product; those of Node.js come with the first scrape. */
function instrumentsOf(registers: Registry[]) {
  const requests = new Counter({
    name: 'attestry_http_requests_total',
    help: 'HTTP requests answered, by operation and status code.',
    labelNames: ['operation', 'status'],
    registers,
  })
  const duration = new Histogram({
    name: 'attestry_http_request_duration_seconds',
    help: 'From the request line to the answer, by operation.',
    labelNames: ['operation'],
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const inFlight = new Gauge({
    name: 'attestry_http_requests_in_flight',
    help: 'HTTP requests that are being served.',
    registers,
  })
  const entries = new Counter({
    name: 'attestry_audit_entries_total',
    help: 'Audit entries that this process handed to the database.',
    registers,
  })
  const batch = new Histogram({
    name: 'attestry_group_commit_batch_size',
    help: 'Calls that shared one statement, by what the statement does.',
    labelNames: ['batch'],
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  })
  const queued = new Gauge({
    name: 'attestry_log_queue_entries',
    help: 'Audit entries that wait for their place in the log, as a ledger of this process last saw.',
    registers,
  })
  const lag = new Gauge({
    name: 'attestry_log_queue_oldest_seconds',
    help: 'How long the first of them has waited.',
    registers,
  })
  const damaged = new Gauge({
    name: 'attestry_log_damaged_trees',
    help: 'Organizations whose tree is damaged, so that their entries wait.',
    registers,
  })
  new Gauge({
    name: 'attestry_build_info',
    help: 'Always 1; the label is the version.',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1)
  return { requests, duration, inFlight, entries, batch, queued, lag, damaged }
}

/** The channels on which services publish, and the instrument of each. */
function listenersOf({ batch, entries, queued, lag, damaged }: Instruments): [Channel, Listener][] {
  return [
    [
      batches,
      (message) => {
        const { name, size } = message as Batch
        batch.observe({ batch: name }, size)
      },
    ],
    [auditEntries, (message) => entries.inc((message as Entries).count)],
    [
      logQueue,
      (message) => {
        const { entries, oldestSeconds } = message as LogQueue
        queued.set(entries)
        lag.set(oldestSeconds)
      },
    ],
    [damagedTrees, (message) => damaged.set((message as DamagedTrees).count)],
  ]
}

type Instruments = ReturnType<typeof instrumentsOf>
type Listener = (message: unknown) => void

/** The series of one operation: its durations, and its requests by status. */
type Series = { timed: Histogram.Internal<'operation'>; counted: Map<number, Counter.Internal> }
