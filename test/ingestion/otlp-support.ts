import { readFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { OpenTelemetry } from '@ai-sdk/otel'
import { setSession, traceAgent, traceTool } from '@arizeai/openinference-core'
import { context } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { SimpleSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { generateText, isStepCount, jsonSchema, registerTelemetry, tool } from 'ai'
import { MockLanguageModelV4 } from 'ai/test'
import { settleIdleTraces } from '../../services/ingestion/spans/settle-idle.ts'
import { EndpointEntity } from '../../services/ingestion/store/entities/webhook.ts'
import { eventStore } from '../../services/ingestion/store/events.ts'
import { runStore } from '../../services/ingestion/store/runs.ts'
import { spanStore } from '../../services/ingestion/store/spans.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { openDatabase } from '../../services/kernel/database/database.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import type { Tenant } from './support.ts'

/** Runs an agent of the Vercel AI SDK that calls these tools in turn, under its OpenTelemetry integration. */
export async function agentLoop(
  exporter: SpanExporter,
  tools: string[],
  agent = 'travel-agent',
): Promise<void> {
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  registerTelemetry(new OpenTelemetry({ tracer: provider.getTracer('agent') }))
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } } as never
  const answers = tools.map((toolName, i) => ({
    content: [
      { type: 'tool-call' as const, toolCallId: `${agent}-${i}`, toolName, input: '{"city":"Lisbon"}' },
    ],
    finishReason: { unified: 'tool-calls' as const, raw: undefined },
    usage,
    warnings: [],
  }))
  const last = {
    content: [{ type: 'text' as const, text: 'done' }],
    finishReason: { unified: 'stop' as const, raw: undefined },
    usage,
    warnings: [],
  }
  const inputSchema = jsonSchema<{ city: string }>({
    type: 'object',
    properties: { city: { type: 'string' } },
  })
  await generateText({
    model: new MockLanguageModelV4({ modelId: 'mock-model', doGenerate: [...answers, last] as never }),
    prompt: 'Where to?',
    stopWhen: isStepCount(tools.length + 1),
    tools: Object.fromEntries(
      tools.map((name) => [name, tool({ inputSchema, execute: async () => 'sunny' })]),
    ),
    telemetry: { functionId: agent },
  })
  await provider.shutdown()
}

/** Runs an agent of plain functions that calls these tools in turn, under OpenInference's wrappers. */
export async function openInferenceLoop(
  exporter: SpanExporter,
  tools: string[],
  agent: string,
): Promise<void> {
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  const tracer = provider.getTracer('agent') as never
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  try {
    const called = tools.map((name) =>
      traceTool(async (city: string) => `sunny in ${city}`, { name, tracer }),
    )
    const loop = traceAgent(
      async (city: string) => {
        for (const call of called) await call(city)
      },
      { name: agent, tracer },
    )
    await context.with(setSession(context.active(), { sessionId: `${agent}-session` }), () => loop('Lisbon'))
    await provider.shutdown()
  } finally {
    context.disable()
  }
}

/** The timeout of an exporter. By default it gives up after ten seconds, which a busy machine may need. */
export const EXPORT_MS = 120_000

/** Returns an exporter configured by the variables of docs/otlp.md, with this address and key instead of the example's. */
export async function exporterByGuide(baseUrl: string, key: string): Promise<SpanExporter> {
  const guide = await readFile(new URL('../../docs/otlp.md', import.meta.url), 'utf8')
  const lines = [...guide.matchAll(/^export (OTEL_\w+)=(.*)$/gm)]
  if (lines.length !== 3) throw new Error('docs/otlp.md names other variables')
  try {
    for (const [, name, value] of lines) {
      process.env[name!] = value!
        .replace('https://attestry.example.com', baseUrl)
        .replace(/^"(.*)\$ATTESTRY_API_KEY"$/, (_, before) => `${before}${key}`)
    }
    return new OTLPTraceExporter({ timeoutMillis: EXPORT_MS })
  } finally {
    for (const [, name] of lines) delete process.env[name!]
  }
}

type Pairs = [name: string, value: string][]

/** Returns a span as OTLP JSON; `at` is in seconds. */
export function span(
  traceId: string,
  spanId: string,
  parentSpanId: string,
  at: number,
  pairs: Pairs,
  status = {},
) {
  const startTimeUnixNano = nanos(at)
  return {
    ...{ traceId, spanId, parentSpanId, name: 'span', startTimeUnixNano, endTimeUnixNano: nanos(at + 0.5) },
    ...{ attributes: keyValues(pairs), status },
  }
}

function nanos(seconds: number): string {
  return String(BigInt(Date.UTC(2026, 5, 1)) * 1_000_000n + BigInt(Math.round(seconds * 1e9)))
}

export function keyValues(pairs: Pairs) {
  return pairs.map(([key, stringValue]) => ({ key, value: { stringValue } }))
}

/** Returns an export of Claude Code's log records of one session, a second apart. */
export function claudeLogs(
  session: string,
  events: [name: string, attributes: { [name: string]: string }][],
) {
  const logRecords = events.map(([name, attributes], i) => ({
    timeUnixNano: nanos(i + 1),
    body: { stringValue: `claude_code.${name}` },
    attributes: keyValues(Object.entries({ 'event.name': name, 'session.id': session, ...attributes })),
  }))
  const resource = { attributes: keyValues([['service.name', 'claude-code']]) }
  return { resourceLogs: [{ resource, scopeLogs: [{ logRecords }] }] }
}

/** Returns the runs of an agent, and their events in the order of seq. */
export async function storedOf(tenant: Tenant, agent: string) {
  const runs = await tenant.sql<{ record: Stored }>(
    'select record::json as record from ingestion.agent_runs where org_id = $1 and agent_identity = $2',
    [tenant.organization.id, agent],
  )
  const events = await tenant.sql<{ record: Stored }>(
    `select e.record::json as record from ingestion.agent_events e
     join ingestion.agent_runs r on r.org_id = e.org_id and r.id = e.run_id
     where r.org_id = $1 and r.agent_identity = $2 order by e.seq`,
    [tenant.organization.id, agent],
  )
  return { runs: runs.map(({ record }) => record), events: events.map(({ record }) => record) }
}

/** Returns the type and the tool of each event. */
export function typesOf(events: Stored[]): [string, string | undefined][] {
  return events.map(({ event_type, tool_name }) => [event_type, tool_name])
}

// biome-ignore lint/suspicious/noExplicitAny: records are compared as they are
type Stored = { [key: string]: any }

export async function postGzip(to: string, headers: { [name: string]: string }, body: object) {
  const answer = await fetch(to, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-encoding': 'gzip' },
    body: gzipSync(JSON.stringify(body)),
  })
  return { status: answer.status, body: (await answer.json()) as Stored }
}

/** Starts a second job that completes idle traces, with other time limits than the installation's own job. */
export async function settlingIdle(
  databaseUrl: string,
  after: { idleSeconds: number; unnamedSeconds: number },
): Promise<{ stop(): Promise<void> }> {
  const own = { service: 'ingestion' as const, entities: [EndpointEntity], log: silentLog }
  const db = await openDatabase({ url: databaseUrl, ...own })
  const stores = { runs: runStore(db), events: eventStore(db), spans: spanStore(db) }
  const idle = settleIdleTraces({ ...stores, clock: systemClock, log: silentLog }, { everyMs: 20, ...after })
  return {
    stop: async () => {
      await idle.stop()
      await db.close()
    },
  }
}
