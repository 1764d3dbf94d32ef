import { expect, test } from 'vitest'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorKind, Via } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { silentLog } from '../logging/log.ts'
import { INSTALLATION_ID } from '../values/ids.ts'
import { aggregateAnonymousCalls } from './aggregate-anonymous-calls.ts'
import { actor } from './caller.ts'
import type { CallRecord } from './directory.ts'

const NOON = { now: () => new Date('2026-11-22T12:00:30.000Z') }

const callOf = (clientAddress: string, code: string, more: Partial<CallRecord> = {}): CallRecord => ({
  caller: {
    $typeName: 'attestry.common.v1.Caller',
    organizationId: INSTALLATION_ID,
    actor: actor(ActorKind.ANONYMOUS, '', ''),
    via: Via.CONTROL,
    operation: 'createSession',
    requestId: '01990000-0000-7000-8000-000000000000',
    clientAddress,
    addons: [],
  },
  outcome: Outcome.REFUSED,
  code,
  details: { client_address: clientAddress },
  ...more,
})

/** Records the calls and stops. @returns the entries in the log */
async function logOf(calls: CallRecord[]): Promise<CallRecord[]> {
  const log: CallRecord[] = []
  const record = async (call: CallRecord): Promise<void> => void log.push(call)
  const calling = aggregateAnonymousCalls(record, { clock: NOON, log: silentLog })
  for (const call of calls) await calling.record(call)
  await calling.close()
  return log
}

/** The number of calls that the entries count. */
const callsIn = (log: CallRecord[]): number =>
  log.reduce((sum, { details }) => sum + Number(details?.calls ?? 1), 0)

test.each([
  ['a refusal that was drawn nowhere', { outcome: Outcome.REFUSED, code: 'validation_error' }],
  ['a failure', { outcome: Outcome.FAILED, code: 'internal_error' }],
])(
  '%s: an address gets 60 audit entries a minute, and one that counts the rest',
  async (_, { outcome, code }) => {
    const log = await logOf(Array.from({ length: 500 }, () => callOf('192.0.2.1', code, { outcome })))
    expect(log).toHaveLength(61)
    expect(callsIn(log)).toBe(500)
    expect(log[60]).toMatchObject({
      outcome,
      code,
      details: { calls: 440, client_address: '192.0.2.1', window_start: '2026-11-22T12:00:00.000Z' },
    })
  },
)

test('all addresses together get 600 single entries a minute, and 100 that count one address’s calls', async () => {
  const calls: CallRecord[] = []
  for (let i = 0; i < 3000; i++) {
    const address = `10.0.${i >> 8}.${i & 255}`
    for (let n = 0; n < 3; n++) calls.push(callOf(address, n === 2 ? 'rate_limited' : 'unauthorized'))
  }
  const log = await logOf(calls)
  expect(callsIn(log)).toBe(9000)
  const counting = log.filter(({ details }) => details?.calls !== undefined)
  expect(log.length - counting.length).toBe(600)
  expect(counting.length).toBeLessThanOrEqual(102)
  const many = counting.filter(({ details }) => Number(details?.addresses) > 2000)
  expect(many.map(({ code }) => code).sort()).toEqual(['rate_limited', 'unauthorized'])
  expect(many[0]!.details).not.toHaveProperty('client_address')
})

test('calls of a known caller, and successful calls, always get an entry of their own', async () => {
  const known = callOf('192.0.2.1', 'forbidden')
  known.caller.actor = actor(ActorKind.SERVICE_CLIENT, 'c', 'client')
  const ok = callOf('192.0.2.1', '', { outcome: Outcome.OK })
  expect(await logOf([...new Array(200).fill(known), ...new Array(200).fill(ok)])).toHaveLength(400)
})

test('calls with an expired key from many addresses are capped in its organization’s log too', async () => {
  const expired = (n: number): CallRecord => {
    const call = callOf(`10.0.${n >> 8}.${n & 255}`, 'unauthorized')
    call.caller.organizationId = '01990000-0000-7000-8000-00000000000a'
    call.caller.actor = actor(ActorKind.API_KEY, 'the key', 'old')
    return call
  }
  const anonymous = callOf('192.0.2.1', 'unauthorized')
  const log = await logOf([...Array.from({ length: 3000 }, (_, n) => expired(n)), anonymous])
  expect(callsIn(log)).toBe(3001)
  expect(log.length).toBeLessThanOrEqual(600 + 100 + 2)
  // Counted calls stay in the log of the organization whose key it is, and name the key.
  const ofKey = log.filter(({ caller }) => caller.actor?.id === 'the key')
  expect(callsIn(ofKey)).toBe(3000)
  expect(ofKey.every(({ caller }) => caller.organizationId.endsWith('a'))).toBe(true)
  const ofOneAddress = ofKey.filter(({ details }) => details?.calls === 1)
  expect(ofOneAddress[0]!.details?.client_address).toBe(ofOneAddress[0]!.caller.clientAddress)
})

test('calls counted before the clock was set back are written soon', async () => {
  const log: CallRecord[] = []
  const record = async (call: CallRecord): Promise<void> => void log.push(call)
  let now = new Date('2027-11-22T12:00:30.000Z')
  const calling = aggregateAnonymousCalls(record, { clock: { now: () => now }, log: silentLog })
  await calling.record(callOf('192.0.2.1', 'rate_limited'))
  expect(log).toEqual([])
  now = NOON.now()
  await expect.poll(() => callsIn(log)).toBe(1)
  await calling.close()
  expect(log).toHaveLength(1)
})
