import { context, propagation, SpanKind, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { tracer } from '../../services/kernel/telemetry/tracing.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

test('without an OpenTelemetry SDK there is no tracer', () => {
  expect(tracer()).toBeUndefined()
})

const exporter = new InMemorySpanExporter()

describe.each(['one', 'split'] as const)('with an SDK registered, shape %s', (shape) => {
  let at: TestInstallation
  beforeAll(async () => {
    context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
    propagation.setGlobalPropagator(new W3CTraceContextPropagator())
    trace.setGlobalTracerProvider(
      new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
    )
    at = await bootInstallation({ shape })
  })
  afterEach(() => exporter.reset())
  afterAll(async () => {
    await at.stop()
    trace.disable()
    propagation.disable()
    context.disable()
  })

  const TRACE = '0af7651916cd43dd8448eb211c80319c'
  const PARENT = 'b7ad6b7169203331'
  const spans = () => exporter.getFinishedSpans().filter((span) => span.spanContext().traceId === TRACE)
  const traced = (path: string, body?: unknown) =>
    call(at.baseUrl, path, {
      key: at.organization.key,
      ...(body === undefined ? {} : { body }),
      headers: { traceparent: `00-${TRACE}-${PARENT}-01` },
    })

  test('a call continues the client’s trace, through the gateway into the service', async () => {
    const answer = await traced('/api/v1/incidents', { title: 'Traced', severity: 'low' })
    const found = spans()
    const edge = found.find(({ name }) => name === 'createIncident')!
    expect(edge.kind).toBe(SpanKind.SERVER)
    expect(edge.parentSpanContext?.spanId).toBe(PARENT)
    expect(edge.attributes).toMatchObject({
      'http.response.status_code': 201,
      'attestry.request_id': answer.headers.get('x-request-id'),
    })
    const rpc = 'attestry.ledger.v1.IncidentService/CreateIncident'
    const [served, sent] = [SpanKind.SERVER, SpanKind.CLIENT].map((kind) =>
      found.find((span) => span.name === rpc && span.kind === kind),
    )
    if (shape === 'split') {
      expect(sent!.parentSpanContext?.spanId).toBe(edge.spanContext().spanId)
      expect(served!.parentSpanContext?.spanId).toBe(sent!.spanContext().spanId)
    } else {
      const inner = found.find((span) => span.name === rpc)!
      expect(inner.kind).toBe(SpanKind.INTERNAL)
      expect(inner.parentSpanContext?.spanId).toBe(edge.spanContext().spanId)
    }
  })

  test('a refusal marks the RPC span with its code, and no span contains what was sent', async () => {
    await traced('/api/v1/incidents/018f0000-0000-7000-8000-000000000001')
    const rpc = spans().find(({ name }) => name.endsWith('/GetIncident'))!
    expect(rpc.status).toMatchObject({ message: 'not_found' })
    await traced('/api/v1/incidents', { title: 'Do not trace me', severity: 'low' })
    const texts = JSON.stringify(
      exporter
        .getFinishedSpans()
        .map(({ name, attributes, events, status }) => ({ name, attributes, events, status })),
    )
    expect(texts).not.toContain('Do not trace me')
    expect(texts).not.toContain(at.organization.key)
  })
})
