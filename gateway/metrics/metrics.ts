import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Batch, Entries } from '../../services/kernel/telemetry/channels.ts'
import { VERSION } from '../openapi/version.ts'

/** The metrics of one process, in the Prometheus text format. */
export type Metrics = {
  /** A request has begun; the function that it gives is called when it is answered. */
  began(): (operation: string, status: number) => void
  /** The exposition, and its media type. */
  text(): Promise<{ type: string; body: string }>
  /** Stops listening to the process. */
  close(): void
}

/**
 * Names and units by Prometheus convention, prefix `attestry_`. The labels are closed: an operation's name (never a
 * path), a status code. The metrics of Node itself begin with the first scrape, so that nobody pays who does not ask.
 */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const registers = [registry]
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
  new Gauge({
    name: 'attestry_build_info',
    help: 'Always 1; the label is the version.',
    labelNames: ['version'],
    registers,
  }).set({ version: VERSION }, 1)

  const counted = new Map<string, Counter.Internal>()
  const timed = new Map<string, Histogram.Internal<'operation'>>()
  const onBatch = (message: unknown): void => {
    const { name, size } = message as Batch
    batch.observe({ batch: name }, size)
  }
  const onEntries = (message: unknown): void => entries.inc((message as Entries).count)
  subscribe('attestry.batches', onBatch)
  subscribe('attestry.audit-entries', onEntries)
  let open = 0
  let node = false
  return {
    began() {
      const start = performance.now()
      open += 1
      return (operation, status) => {
        open -= 1
        const key = `${operation} ${status}`
        const counter = counted.get(key) ?? requests.labels(operation, String(status))
        counted.set(key, counter)
        counter.inc()
        const histogram = timed.get(operation) ?? duration.labels(operation)
        timed.set(operation, histogram)
        histogram.observe((performance.now() - start) / 1000)
      }
    },
    async text() {
      if (!node) collectDefaultMetrics({ register: registry })
      node = true
      inFlight.set(open)
      return { type: registry.contentType, body: await registry.metrics() }
    },
    close() {
      unsubscribe('attestry.batches', onBatch)
      unsubscribe('attestry.audit-entries', onEntries)
    },
  }
}
