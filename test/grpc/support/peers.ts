import { createClient, type HandlerContext, type Interceptor, type ServiceImpl } from '@connectrpc/connect'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { errors } from '../../../services/kernel/interceptors/guard.ts'
import { errorMapper } from '../../../services/kernel/interceptors/map-error.ts'
import { type Log, silentLog } from '../../../services/kernel/logging/log.ts'
import { remoteTransport } from '../../../services/kernel/transport/client/remote-transport.ts'
import type { RequestGate } from '../../../services/kernel/transport/request-gate.ts'
import { type RunningServer, serveHttp2 } from '../../../services/kernel/transport/server/http2-server.ts'

/** Serves a service of the test on loopback. Returns it with the transport by which another process would call it. */
export async function serveIncidents(
  implementation: Partial<ServiceImpl<typeof IncidentService>>,
  options: { gate?: RequestGate; interceptors?: Interceptor[]; port?: number; log?: Log } = {},
): Promise<RunningServer & { transport: ReturnType<typeof remoteTransport> }> {
  const { gate = async () => {}, interceptors = [], port = 0, log = silentLog } = options
  const server = await serveHttp2({
    listen: { host: '127.0.0.1', port },
    routes: (sink) => sink.service(IncidentService, implementation),
    interceptors: [errors(errorMapper(log)), ...interceptors],
    ready: async () => {},
    requestGate: gate,
  })
  return { ...server, transport: remoteTransport({ baseUrl: server.url, token: 'atc_test' }) }
}

/** Serves a service whose GetIncident gives the chosen answer. Returns a client of it and how often its gate was called. */
export async function serve(
  answer: (id: string, context: HandlerContext) => unknown,
  options: { gate?: () => Promise<void> } = {},
) {
  const asked = { gate: 0 }
  const gate = async (): Promise<void> => {
    asked.gate += 1
    await options.gate?.()
  }
  const getIncident = async ({ id }: { id: string }, context: HandlerContext) =>
    (await answer(id, context)) as ReturnType<typeof found>
  const server = await serveIncidents({ getIncident }, { gate })
  closeLater(server.close)
  return { ...server, asked, client: createClient(IncidentService, server.transport) }
}

/** Makes an answer that contains a text. */
export const found = (id: string) => ({ incident: { id } })

/**
 * Closes everything that a test has opened, the newest first: a server waits until its peers have left, and for ten seconds where
 * they do not.
 */
export async function closeAll(): Promise<void> {
  for (const close of closing.splice(0).reverse()) await close()
}

export function closeLater(close: () => Promise<unknown>): void {
  closing.push(close)
}

const closing: (() => Promise<unknown>)[] = []
