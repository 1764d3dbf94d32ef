import { SpanKind, SpanStatusCode } from '@opentelemetry/api'
import { contextOf, inSpan, REQUEST_ID, tracer } from '../../services/kernel/telemetry/tracing.ts'
import type { Exchange } from '../http/exchange.ts'
import type { Metrics } from './metrics.ts'

/**
 * Serves a request, and counts and times it. If an OpenTelemetry SDK is registered, the request has a span that continues the
 * trace of the client's `traceparent` (W3C Trace Context).
 *
 * @param surface the label of requests without an operation
 */
export function observed(
  metrics: Pick<Metrics, 'began'>,
  exchange: Exchange,
  surface: string,
  serve: () => Promise<void>,
): Promise<void> {
  const answered = metrics.began()
  const done = (): void => answered(exchange.operation ?? surface, exchange.response.statusCode)
  const found = tracer()
  if (found === undefined) return timed(serve, done)
  const { request, response, requestId, path } = exchange
  const attributes = {
    'http.request.method': request.method ?? '',
    'url.path': path,
    [REQUEST_ID]: requestId,
  }
  const parent = contextOf(request.headers)
  return inSpan(
    found,
    `HTTP ${request.method}`,
    { kind: SpanKind.SERVER, attributes, parent },
    async (span) => {
      await serve()
      span.updateName(exchange.operation ?? `${request.method} ${surface}`)
      span.setAttribute('http.response.status_code', response.statusCode)
      if (response.statusCode >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
    },
  ).finally(done)
}

async function timed(serve: () => Promise<void>, done: () => void): Promise<void> {
  try {
    await serve()
  } finally {
    done()
  }
}
