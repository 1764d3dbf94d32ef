import { create } from '@bufbuild/protobuf'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ActorKind, ActorSchema, CallerSchema, Via } from '../../proto/gen/attestry/common/v1/caller_pb.ts'
import { readEvidenceConfig } from '../../services/evidence/config.ts'
import { createContext, type EvidenceContext } from '../../services/evidence/context.ts'
import { type Running, running } from '../../services/evidence/export/running.ts'
import { streamExport } from '../../services/evidence/export/stream.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { silentLog } from '../../services/kernel/logging/log.ts'
import { mintId } from '../../services/kernel/values/ids.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { exportEntriesOf } from './support/export-entries.ts'

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

test('an export that gives way says so to its receiver, and is logged as aborted', async () => {
  const places = running()
  const caller = create(CallerSchema, {
    organizationId: at.organization.id,
    actor: create(ActorSchema, { kind: ActorKind.SYSTEM }),
    via: Via.SYSTEM,
    operation: 'exportEvidence',
    requestId: mintId(systemClock.now()),
  })
  const present = new AbortController().signal
  const slow: Running = {
    ...places,
    acquire: (organizationId, signal, receiver) =>
      places.acquire(organizationId, signal, { ...receiver, behindMs: () => 1 }),
  }
  const scope = { period: { from: null, to: null }, incidentId: null }
  const parts = streamExport({ ...ctx, running: slow }, { caller, at: systemClock.now() }, scope, present)
  expect((await parts.next()).value?.part?.case).toBe('package')
  const fast = { behindMs: () => 0, giveWay: () => expect.unreachable() }
  const others = Array.from({ length: 8 }, () => places.acquire(crypto.randomUUID(), present, fast))
  await Promise.all(others)
  const rest = async (): Promise<void> => {
    for await (const _ of parts);
  }
  await expect(rest()).rejects.toThrow('gave its place to others')
  const entries = await exportEntriesOf(at, at.organization.id)
  expect(entries.map(({ details }) => details.status)).toEqual(['started', 'aborted'])
})
