import { create, type JsonObject, type MessageInitShape, toJson } from '@bufbuild/protobuf'
import { expect, test, vi } from 'vitest'
import { ActorKind, CallerSchema } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import {
  AgentRunService,
  SubmitRunEventsRequestSchema,
} from '../../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import {
  AttachToIncidentRequestSchema,
  IncidentWorkService,
} from '../../../proto/gen/attestry/ledger/v1/incident_changes_pb.ts'
import { sha256Hex } from '../crypto/digest.ts'
import { canonicalJson } from '../json/canonical-json.ts'
import { checkIdempotencyKey, retryOf } from './idempotency.ts'

const { submitRunEvents, submitRuns } = AgentRunService.method
const callerOf = (kind: ActorKind, id: string) => create(CallerSchema, { actor: { kind, id } })
const KEY = callerOf(ActorKind.API_KEY, 'a')
const requestOf = (init: MessageInitShape<typeof SubmitRunEventsRequestSchema>) =>
  create(SubmitRunEventsRequestSchema, init)
const hashOf = async (init: MessageInitShape<typeof SubmitRunEventsRequestSchema>) =>
  (await retryOf(KEY, submitRunEvents, requestOf(init), 'k').requestHash()).toString('hex')

test('key order in free-form objects does not change a request’s hash, and any value does', async () => {
  const one = await hashOf({
    runId: 'r',
    events: [{ seq: 1n, payload: { a: { x: 1, y: null }, b: [1, 2] } }],
  })
  const reordered = { events: [{ payload: { b: [1, 2], a: { y: null, x: 1 } }, seq: 1n }], runId: 'r' }
  expect(await hashOf(reordered)).toBe(one)
  const others: JsonObject[] = [
    { a: { x: 1 }, b: [1, 2] },
    { a: { x: 1, y: null }, b: [2, 1] },
    { a: { x: '1', y: null }, b: [1, 2] },
  ]
  for (const payload of others)
    expect(await hashOf({ runId: 'r', events: [{ seq: 1n, payload }] })).not.toBe(one)
})

test('a request’s hash is that of its RFC 8785 text, whatever its lists contain', async () => {
  const event = {
    seq: 7n,
    toolName: 'é€😀',
    payload: { z: [], a: 'x' },
    occurredAt: { seconds: 1n, nanos: 5 },
  }
  for (const init of [{}, { runId: 'r' }, { events: [event] }, { runId: 'r', events: [{}, event, event] }]) {
    const text = canonicalJson(toJson(SubmitRunEventsRequestSchema, requestOf(init)))
    expect(await hashOf(init)).toBe(sha256Hex(text))
  }
})

test('the hash of a large file is that of its RFC 8785 text, and is computed in turns', async () => {
  const { attachToIncident } = IncidentWorkService.method
  for (const length of [0, 1, 196_607, 196_608, 196_609, 1_000_000]) {
    const content = Uint8Array.from({ length }, (_, i) => i % 251)
    const request = create(AttachToIncidentRequestSchema, { id: 'i', name: 'é', note: 'n', content })
    const hash = await retryOf(KEY, attachToIncident, request, 'k').requestHash()
    expect(hash.toString('hex')).toBe(
      sha256Hex(canonicalJson(toJson(AttachToIncidentRequestSchema, request))),
    )
  }
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now)
  const large = create(AttachToIncidentRequestSchema, { content: new Uint8Array(2 * 1024 * 1024) })
  const hashed = retryOf(KEY, attachToIncident, large, 'k').requestHash()
  const other = new Promise<string>((resolve) => setImmediate(() => resolve('other work')))
  expect(await Promise.race([hashed, other])).toBe('other work')
  await hashed
  clock.mockRestore()
})

test('the event loop keeps turning while a batch of 16 MiB is hashed', async () => {
  const payload = { text: 'x'.repeat(32_000) }
  // This clock advances by a millisecond with each reading, so that the speed of the machine does not matter.
  let now = 0
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => ++now)
  const hashed = hashOf({ events: Array.from({ length: 500 }, (_, n) => ({ seq: BigInt(n), payload })) })
  const other = new Promise<string>((resolve) => setImmediate(() => resolve('other work')))
  expect(await Promise.race([hashed, other])).toBe('other work')
  await hashed
  clock.mockRestore()
})

test('an idempotency key is another key for another caller, RPC or text', () => {
  const request = requestOf({})
  const hashes = [
    retryOf(KEY, submitRunEvents, request, 'k'),
    retryOf(callerOf(ActorKind.API_KEY, 'b'), submitRunEvents, request, 'k'),
    retryOf(callerOf(ActorKind.SERVICE_CLIENT, 'a'), submitRunEvents, request, 'k'),
    retryOf(KEY, { ...submitRuns, input: submitRunEvents.input }, request, 'k'),
    retryOf(KEY, submitRunEvents, request, 'K'),
    retryOf(callerOf(ActorKind.API_KEY, 'a","k'), submitRunEvents, request, ''),
  ].map(({ keyHash }) => keyHash.toString('hex'))
  expect(new Set(hashes).size).toBe(hashes.length)
})

test('a message that JSON cannot carry is refused as invalid', async () => {
  const occurredAt = { seconds: 10n ** 15n, nanos: 0 }
  const request = requestOf({ events: [{ occurredAt }] })
  await expect(retryOf(KEY, submitRunEvents, request, 'k').requestHash()).rejects.toThrow(
    'the request has no JSON form',
  )
})

test.each(['a', '"quoted"', '!~', 'k'.repeat(255)])('%j is a valid idempotency key', (key) => {
  expect(checkIdempotencyKey(key)).toBe(key)
})

test.each(['', ' ', 'a b', 'a\n', '\ta', 'clé', 'k'.repeat(256), 'a, b'])(
  '%j is an invalid idempotency key',
  (key) => {
    expect(() => checkIdempotencyKey(key)).toThrow('1 to 255 visible ASCII characters')
  },
)
