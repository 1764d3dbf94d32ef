import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { context, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { SimpleSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace'
import { McpInstrumentation } from '@traceloop/instrumentation-mcp'
import { z } from 'zod'

/**
 * Runs an agent that calls these tools of an MCP server in turn, with the official SDK's client and server, and OpenLLMetry's
 * instrumentation of the client. Only the agent's own span is made by hand, in the form of OpenLLMetry's `withAgent`.
 */
export async function mcpLoop(
  exporter: SpanExporter,
  agent: string,
  calls: { tool: string; fails?: boolean }[],
): Promise<void> {
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] })
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  instrumentation.setTracerProvider(provider as never)
  try {
    const server = new McpServer({ name: 'places', version: '1.0.0' })
    for (const { tool, fails = false } of calls) {
      server.registerTool(tool, { inputSchema: { city: z.string() } }, async ({ city }) => ({
        content: [{ type: 'text', text: `${tool} of ${city}` }],
        isError: fails,
      }))
    }
    const span = provider.getTracer('agent').startSpan(`${agent}.agent`, {
      attributes: { 'traceloop.span.kind': 'agent', 'traceloop.entity.name': agent },
    })
    await context.with(trace.setSpan(context.active(), span), async () => {
      const [ours, theirs] = InMemoryTransport.createLinkedPair()
      const client = new Client({ name: agent, version: '1.0.0' })
      await Promise.all([server.connect(theirs), client.connect(ours)])
      await client.listTools()
      for (const { tool } of calls) await client.callTool({ name: tool, arguments: { city: 'Lisbon' } })
      await client.close()
    })
    span.end()
    await provider.shutdown()
  } finally {
    context.disable()
  }
}

const instrumentation = new McpInstrumentation()
instrumentation.manuallyInstrument({ Client })
