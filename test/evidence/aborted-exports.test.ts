import { create } from '@bufbuild/protobuf'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ActorKind, ActorSchema, CallerSchema, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { readEvidenceConfig } from '../../services/evidence/config.ts'
import { createContext, type EvidenceContext } from '../../services/evidence/context.ts'
import { type Running, running } from '../../services/evidence/export/running.ts'
import { streamExport } from '../../services/evidence/export/stream.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { sql } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { exportEntriesOf } from './support/export-entries.ts'
import { acting } from './support/scenario.ts'

let at: TestInstallation
let ctx: EvidenceContext
beforeAll(async () => {
  at = await bootInstallation()
  const { transports } = at.composition
  ctx = await createContext(readEvidenceConfig(at.env), { clock: systemClock, log: silentLog, transports })
})
afterAll(async () => {
  await ctx?.db.close()
  await at.stop()
})

afterEach(() => void vi.useRealTimers())

test('an export that gives way says so to its receiver, and its entry and the list of exports say so', async () => {
  const places = running()
  const slow: Running = {
    ...places,
    acquire: (organizationId, signal, receiver) =>
      places.acquire(organizationId, signal, { ...receiver, behindMs: () => 1 }),
  }
  const parts = begun({ ...ctx, running: slow })
  expect((await parts.next()).value?.part?.case).toBe('package')
  const fast = { behindMs: () => 0, giveWay: () => expect.unreachable() }
  const others = Array.from({ length: 8 }, () => places.acquire(crypto.randomUUID(), present, fast))
  await Promise.all(others)
  await expect(Array.fromAsync(parts)).rejects.toThrow('gave its place to others')
  await expectAborted('gave_way', 'ABORT_REASON_GAVE_WAY')
})

test('an export whose receiver is too slow says so', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true })
  const parts = begun(ctx)
  expect((await parts.next()).value?.part?.case).toBe('package')
  vi.advanceTimersByTime(61_000)
  vi.useRealTimers()
  await expect(Array.fromAsync(parts)).rejects.toThrow('too slow')
  await expectAborted('receiver_too_slow', 'ABORT_REASON_RECEIVER_TOO_SLOW')
})

test('an export that its receiver leaves says that the receiver is gone; the first reason stays', async () => {
  const receiver = new AbortController()
  let giveWay = (): void => {}
  const told: Running = {
    ...ctx.running,
    acquire: (organizationId, signal, one) => {
      giveWay = one.giveWay
      return ctx.running.acquire(organizationId, signal, one)
    },
  }
  const parts = begun({ ...ctx, running: told }, receiver.signal)
  await parts.next()
  receiver.abort()
  giveWay()
  await expect(Array.fromAsync(parts)).rejects.toThrow('went away')
  await expectAborted('receiver_gone', 'ABORT_REASON_RECEIVER_GONE')
  const left = begun(ctx)
  await left.next()
  await left.return(undefined)
  await expectAborted('receiver_gone', 'ABORT_REASON_RECEIVER_GONE')
})

const present = new AbortController().signal

/** The parts of an export of everything. */
function begun(context: EvidenceContext, receiver = present): ReturnType<typeof streamExport> {
  const caller = create(CallerSchema, {
    organizationId: at.organization.id,
    actor: create(ActorSchema, { kind: ActorKind.SYSTEM }),
    via: Via.SYSTEM,
    operation: 'exportEvidence',
    requestId: mintId(systemClock.now()),
  })
  const scope = { period: { from: null, to: null }, incidentId: null }
  return streamExport(context, { caller, at: systemClock.now() }, scope, receiver)
}

/** Expects that the newest export was aborted for this reason, in its entries, its records and the list. */
async function expectAborted(word: string, value: string): Promise<void> {
  const { organization } = at
  const entries = await exportEntriesOf(at, organization.id)
  expect(entries.slice(-2).map(({ details: { status, reason } }) => [status, reason])).toEqual([
    ['started', undefined],
    ['aborted', word],
  ])
  const records = await sql<{ reason: string | null }>(
    at.databaseUrl,
    `select record::json ->> 'reason' as reason from evidence.exports where org_id = $1 order by id desc, version limit 2`,
    [organization.id],
  )
  expect(records).toEqual([{ reason: null }, { reason: word }])
  const { asAdmin } = acting(at, organization.key, organization.admin.session)
  const { exports } = await asAdmin('evidence.v1.EvidenceService/ListExports', {})
  expect(exports[0]).toMatchObject({ status: 'aborted', reason: value })
}
