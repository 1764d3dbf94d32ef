import { Code, ConnectError, createClient } from '@connectrpc/connect'
import { expect, test } from 'vitest'
import { IncidentService } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { inProcessTransport } from './in-process.ts'

/** A service whose handler never answers, and reports why the call ended. */
function silent() {
  const ended = Promise.withResolvers<unknown>()
  const transport = inProcessTransport(
    (sink) =>
      sink.service(IncidentService, {
        getIncident: (_, { signal }) => {
          signal.addEventListener('abort', () => ended.resolve(signal.reason))
          return new Promise(() => {})
        },
      }),
    [],
  )
  return { client: createClient(IncidentService, transport), ended: ended.promise }
}

test('an in-process call ends at its deadline without its handler, whose signal is aborted', async () => {
  const { client, ended } = silent()
  await expect(client.getIncident({}, { timeoutMs: 1 })).rejects.toMatchObject({
    code: Code.DeadlineExceeded,
  })
  await expect(ended).resolves.toBeInstanceOf(Error)
})

test('an in-process call ends at once when its caller leaves', async () => {
  const { client, ended } = silent()
  const caller = new AbortController()
  const call = client.getIncident({}, { signal: caller.signal })
  caller.abort()
  await expect(call).rejects.toMatchObject({ code: Code.Canceled })
  await expect(ended).resolves.toBeDefined()
})

test('an error thrown by the handler arrives unchanged at an in-process caller', async () => {
  const refusal = new ConnectError('no', Code.NotFound)
  const transport = inProcessTransport(
    (sink) => sink.service(IncidentService, { getIncident: () => Promise.reject(refusal) }),
    [],
  )
  const call = createClient(IncidentService, transport).getIncident({}, { timeoutMs: 60_000 })
  await expect(call).rejects.toBe(refusal)
})
