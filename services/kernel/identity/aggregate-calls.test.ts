import { expect, test } from 'vitest'
import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import { ActorKind, Via } from '../../../proto/gen/attestry/common/v1/caller_pb.ts'
import { silentLog } from '../logging/log.ts'
import { INSTALLATION_ID } from '../values/ids.ts'
import { LIMITS } from '../values/limits.ts'
import { aggregateCalls } from './aggregate-calls.ts'
import { actor } from './caller.ts'
import type { CallRecord } from './directory.ts'

const ORGANIZATION = '01990000-0000-7000-8000-00000000000a'
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
    sessionTokenSha256: '',
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
  const calling = aggregateCalls(record, { clock: NOON, log: silentLog })
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

const KNOWN: [string, ActorKind][] = [
  ['an API key', ActorKind.API_KEY],
  ['a person', ActorKind.USER],
  ['a service client', ActorKind.SERVICE_CLIENT],
  ['a webhook endpoint', ActorKind.WEBHOOK_ENDPOINT],
]
test.each(KNOWN)('%s: 600 refused calls a minute get an entry each; the rest is counted', async (_, kind) => {
  const refused = (operation: string, code: string, id = 'caller'): CallRecord => {
    const call = callOf('192.0.2.1', code, { details: {} })
    Object.assign(call.caller, { operation, organizationId: ORGANIZATION, actor: actor(kind, id, 'name') })
    return call
  }
  const calls = Array.from({ length: 1000 }, () => refused('getIncident', 'rate_limited'))
  const more = [refused('listAssets', 'forbidden'), refused('getIncident', 'rate_limited', 'another')]
  const log = await logOf([...calls, ...more])
  expect(callsIn(log)).toBe(1002)
  const counted = log.filter(({ details }) => details?.calls !== undefined)
  expect(log.length - counted.length).toBe(601)
  expect(counted.map(({ caller, code, details }) => [caller.operation, code, details?.calls])).toEqual([
    ['getIncident', 'rate_limited', 400],
    ['listAssets', 'forbidden', 1],
  ])
  for (const { caller, outcome, details } of counted) {
    expect(caller).toMatchObject({ organizationId: ORGANIZATION, actor: { kind, id: 'caller' } })
    expect(outcome).toBe(Outcome.REFUSED)
    expect(Object.keys(details!)).toEqual(['calls', 'window_start', 'window_end'])
  }
})

test('refused calls of known callers do not take the entries that count one address’s calls', async () => {
  const known = Array.from({ length: LIMITS.callerRefusals + 200 }, (_, n) => {
    const call = callOf('192.0.2.1', 'forbidden', { details: {} })
    const operation = `operation${n}`
    Object.assign(call.caller, {
      operation,
      organizationId: ORGANIZATION,
      actor: actor(ActorKind.USER, 'u', ''),
    })
    return call
  })
  const log = await logOf([
    ...known,
    callOf('192.0.2.1', 'rate_limited'),
    callOf('192.0.2.2', 'rate_limited'),
  ])
  const ofAddresses = log.filter(({ code }) => code === 'rate_limited')
  expect(ofAddresses.map(({ details }) => details?.client_address)).toEqual(['192.0.2.1', '192.0.2.2'])
})

test('successful and failed calls of a known caller, and those of the operator, always have an entry each', async () => {
  const by = (kind: ActorKind, code: string, outcome: Outcome): CallRecord => {
    const call = callOf('192.0.2.1', code, { outcome })
    call.caller.actor = actor(kind, 'c', 'client')
    return call
  }
  const calls = [
    by(ActorKind.SERVICE_CLIENT, '', Outcome.OK),
    by(ActorKind.SERVICE_CLIENT, 'internal_error', Outcome.FAILED),
    by(ActorKind.OPERATOR, 'conflict', Outcome.REFUSED),
  ]
  const log = await logOf(calls.flatMap((call) => new Array<CallRecord>(700).fill(call)))
  expect(log).toHaveLength(2100)
})

test('calls with an expired key from many addresses are capped in its organization’s log too', async () => {
  const expired = (n: number): CallRecord => {
    const call = callOf(`10.0.${n >> 8}.${n & 255}`, 'unauthorized')
    call.caller.organizationId = ORGANIZATION
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
  const calling = aggregateCalls(record, { clock: { now: () => now }, log: silentLog })
  await calling.record(callOf('192.0.2.1', 'rate_limited'))
  expect(log).toEqual([])
  now = NOON.now()
  await expect.poll(() => callsIn(log)).toBe(1)
  await calling.close()
  expect(log).toHaveLength(1)
})
