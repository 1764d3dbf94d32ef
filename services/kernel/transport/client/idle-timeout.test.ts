import { once } from 'node:events'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { createClient } from '@connectrpc/connect'
import type { UniversalClientFn, UniversalClientRequest } from '@connectrpc/connect/protocol'
import { createTransport } from '@connectrpc/connect/protocol-connect'
import { createNodeHttpClient } from '@connectrpc/connect-node'
import { afterEach, expect, test, vi } from 'vitest'
import { EvidenceService } from '../../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { IncidentService } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { batchingTransport } from '../call-batch/client.ts'
import { withIdleTimeout } from './idle-timeout.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('calls of a service that answers only pings fail, in a batch and in a stream that began to answer', async () => {
  const server = http2.createServer()
  server.on('stream', (stream, { ':path': path }) => {
    stream.on('error', () => undefined)
    if (path?.endsWith('/ExportEvidence'))
      stream.respond({ ':status': 200, 'content-type': 'application/connect+proto' })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const common = { useBinaryFormat: true, interceptors: [], acceptCompression: [], sendCompression: null }
  const limits = { compressMinBytes: 1024, readMaxBytes: 1024, writeMaxBytes: 1024 }
  const httpClient = withIdleTimeout(createNodeHttpClient({ httpVersion: '2' }), 50)
  const transport = batchingTransport(createTransport({ ...common, ...limits, baseUrl, httpClient }))
  try {
    const incidents = createClient(IncidentService, transport)
    const asked = [1, 2, 3].map(() => incidents.listIncidents({}))
    for (const answer of await Promise.allSettled(asked))
      expect(answer).toMatchObject({ reason: { message: expect.stringContaining('does not answer') } })
    const read = async (): Promise<void> => {
      for await (const _ of createClient(EvidenceService, transport).exportEvidence({}));
    }
    await expect(read()).rejects.toThrow('does not answer')
  } finally {
    server.close()
  }
})

test('a stream may last as long as something arrives or nobody asks for more', async () => {
  vi.useFakeTimers()
  const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)
  const send: UniversalClientFn = async ({ signal }) => ({
    status: 200,
    header: new Headers(),
    trailer: new Headers(),
    body: (async function* () {
      for (let n = 0; n < 5; n++) {
        await pass(90)
        signal?.throwIfAborted()
        yield Uint8Array.of(n)
      }
    })(),
  })
  const { body } = await withIdleTimeout(send, 100)({ header: new Headers() } as UniversalClientRequest)
  const seen: number[] = []
  for await (const [n] of body) {
    seen.push(n!)
    await pass(1000)
  }
  expect(seen).toEqual([0, 1, 2, 3, 4])
})
