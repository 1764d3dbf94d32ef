import { setImmediate as turn } from 'node:timers/promises'
import { Code, ConnectError, createClient, createContextValues } from '@connectrpc/connect'
import { createConnectTransport } from '@connectrpc/connect-node'
import { afterEach, expect, test } from 'vitest'
import { CallBatchService } from '../../proto/gen/attestry/common/v1/call_batch_pb.ts'
import { IncidentService } from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { DomainError, invalid, notFound, Reason } from '../../services/kernel/errors/errors.ts'
import { idempotencyKey, REPLAYED_HEADER } from '../../services/kernel/idempotency/idempotency.ts'
import { as, callerKey, operatorCaller, sessionKey } from '../../services/kernel/identity/caller.ts'
import { closeAll, found, serve } from './support/peers.ts'

afterEach(closeAll)

test('simultaneous calls cross in one message, and each gets its own answer', async () => {
  const { client, asked } = await serve(found)
  const ids = Array.from({ length: 200 }, (_, n) => `incident ${n}`)
  const answers = await Promise.all(ids.map((id) => client.getIncident({ id })))
  expect(answers.map(({ incident }) => incident?.id)).toEqual(ids)
  // The gate sees the stream, and then each of its batches.
  expect(asked.gate).toBeLessThanOrEqual(4)
})

test('an error of a batched call equals that of a single call in code, reason, details and message', async () => {
  const thrown: { [id: string]: () => unknown } = {
    invalid: () => invalid({ title: ['is required'] }, { also: [1, 'two', null] }),
    missing: () => notFound('incident'),
    limited: () => new DomainError(Reason.RATE_LIMITED, 'wait', { details: { retry_after: 7 } }),
    large: () => new DomainError(Reason.TOO_LARGE, 'ask for less'),
    conflict: () => new DomainError(Reason.CONFLICT, 'not now', { details: { nested: { deep: ['x'] } } }),
    down: () => new DomainError(Reason.UNAVAILABLE, 'try again'),
    unexpected: () => new TypeError('a secret of the process'),
    connect: () => new ConnectError('of the protocol', Code.AlreadyExists),
  }
  const { client, url } = await serve((id) => {
    throw thrown[id]!()
  })
  const plain = createClient(IncidentService, createConnectTransport({ baseUrl: url, httpVersion: '2' }))
  const outcomeOf = async (call: Promise<unknown>) => {
    const error = ConnectError.from(await call.catch((thrown) => thrown))
    const { reason, details, message } = fromConnectError(error)
    return { code: error.code, raw: error.rawMessage, reason, details, message }
  }
  const ids = Object.keys(thrown)
  const together = await Promise.all(ids.map((id) => outcomeOf(client.getIncident({ id }))))
  for (const [i, id] of ids.entries())
    expect(together[i], id).toEqual(await outcomeOf(plain.getIncident({ id })))
  expect(JSON.stringify(together)).not.toContain('secret')
})

test('a batched call arrives and answers with its own caller, session, idempotency key and metadata', async () => {
  const { client } = await serve((_, { values, requestHeader, responseHeader }) => {
    if (values.get(idempotencyKey) === 'again') responseHeader.set(REPLAYED_HEADER, 'true')
    const outcomes = [
      values.get(callerKey)?.requestId,
      values.get(sessionKey),
      values.get(idempotencyKey),
      requestHeader.get('traceparent'),
    ]
    return found(JSON.stringify(outcomes))
  })
  const caller = operatorCaller('getIncident', new Date())
  const headers: (string | null)[] = []
  const call = async (options: Parameters<typeof client.getIncident>[1] = {}) => {
    const onHeader = (header: Headers) => void headers.push(header.get(REPLAYED_HEADER))
    return JSON.parse((await client.getIncident({ id: '' }, { ...options, onHeader })).incident!.id)
  }
  const keyed = as(caller, 'ats_session')
  keyed.contextValues.set(idempotencyKey, 'again')
  const answers = await Promise.all([
    call(keyed),
    call({ headers: { traceparent: '00-1-2-01' } }),
    call({ contextValues: createContextValues().set(idempotencyKey, '') }),
  ])
  expect(answers).toEqual([
    [caller.requestId, 'ats_session', 'again', null],
    [null, null, null, '00-1-2-01'],
    [null, null, '', null],
  ])
  expect(headers).toEqual(['true', null, null])
})

test('a slow call does not delay the others of its batch', async () => {
  const slow = Promise.withResolvers<void>()
  const { client } = await serve(async (id) => {
    if (id === 'slow') await slow.promise
    return found(id)
  })
  const waiting = client.getIncident({ id: 'slow' })
  const others = ['a', 'b', 'c'].map((id) => client.getIncident({ id }))
  expect((await Promise.all(others)).length).toBe(3)
  slow.resolve()
  expect((await waiting).incident?.id).toBe('slow')
})

test('a deadline or cancellation ends only its call, at once, and aborts its handler’s signal', async () => {
  const ended: { [id: string]: PromiseWithResolvers<unknown> } = {
    deadline: Promise.withResolvers(),
    cancelled: Promise.withResolvers(),
  }
  const begun = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const { client } = await serve(async (id, { signal, timeoutMs }) => {
    if (id === 'other') {
      await release.promise
      return found(`${timeoutMs()}`)
    }
    signal.addEventListener('abort', () => ended[id]!.resolve(signal.reason))
    if (id === 'cancelled') begun.resolve()
    return new Promise(() => {})
  })
  const caller = new AbortController()
  const other = client.getIncident({ id: 'other' })
  const late = client.getIncident({ id: 'deadline' }, { timeoutMs: 1000 })
  const cancelled = client.getIncident({ id: 'cancelled' }, { signal: caller.signal })
  const settled = Promise.allSettled([late, cancelled])
  await begun.promise
  caller.abort()
  expect(await settled).toMatchObject([
    { reason: { code: Code.DeadlineExceeded } },
    { reason: { code: Code.Canceled } },
  ])
  await Promise.all([ended.deadline!.promise, ended.cancelled!.promise])
  release.resolve()
  expect((await other).incident?.id).toBe('undefined')
})

test('a call given up before it was sent is not made', async () => {
  const made: string[] = []
  const { client } = await serve((id) => {
    made.push(id)
    return found(id)
  })
  const caller = new AbortController()
  const cancelled = client.getIncident({ id: 'cancelled' }, { signal: caller.signal })
  const late = client.getIncident({ id: 'late' }, { timeoutMs: 0 })
  const other = client.getIncident({ id: 'other' })
  const settled = Promise.allSettled([cancelled, late])
  caller.abort()
  expect(await settled).toMatchObject([
    { reason: { code: Code.Canceled } },
    { reason: { code: Code.DeadlineExceeded } },
  ])
  await other
  expect(made).not.toContain('cancelled')
})

test('an error of one call does not affect the others of its batch', async () => {
  const { client, transport, url } = await serve(found)
  const unknown = createClient(IncidentService, transport).listIncidents({})
  const raw = createClient(CallBatchService, connected(url))
  const undecodable = call(raw, {
    id: 1,
    method: `${IncidentService.typeName}/GetIncident`,
    message: Buffer.of(0xff),
  })
  await expect(unknown).rejects.toMatchObject({ code: Code.Unimplemented })
  expect((await undecodable)[0]?.result).toMatchObject({
    case: 'error',
    value: { code: Code.InvalidArgument, detail: { reason: Reason.VALIDATION } },
  })
  expect((await client.getIncident({ id: 'well' })).incident?.id).toBe('well')
})

function connected(baseUrl: string) {
  return createConnectTransport({ baseUrl, httpVersion: '2', useBinaryFormat: true })
}

async function call(
  client: ReturnType<typeof createClient<typeof CallBatchService>>,
  one: { id: number; method: string; message: Uint8Array },
) {
  async function* once() {
    yield { calls: [one] }
    await turn()
  }
  const answers = []
  for await (const response of client.exchangeCalls(once())) answers.push(...response.answers)
  return answers
}
