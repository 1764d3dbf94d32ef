import { createClient } from '@connectrpc/connect'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { GateService } from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { exported, verify } from '../evidence/support/export.ts'
import { makePerson, makeScene, SEPARATED, separated } from '../gate/people.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

/** More decisions than are looked at where no clock runs apart, and than a replay keeps of a minute. */
const MANY = 1_080
/** Less than how far the clocks of processes may be apart (docs/gate-rules.md). */
const LATE_MS = 40_000

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

test('a block by a process whose clock is late counts after any number of decisions by one that is not', async () => {
  const { organization, admin } = await separated(at, { ...SEPARATED, roleWaitHours: 0 })
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const scene = await makeScene(at, organization, { admin, author: admin })
  await scene.certify(approver)
  const gate = createClient(GateService, at.composition.transports.gate)
  const { aiSystemId } = scene
  const query = () =>
    gate.queryGate({ aiSystemId }, sessionCaller('queryGate', organization.admin.session, systemClock))
  const late = await bootInstallation({
    databaseUrl: at.databaseUrl,
    clock: { now: () => new Date(Date.now() - LATE_MS) },
  })
  const first = (await query()).decision!
  for (let made = 0; made < MANY; made += 60) await Promise.all(Array.from({ length: 60 }, query))
  await scene.result(0.5)
  const path = `/api/v1/gate-status/${aiSystemId}`
  const blocked = (await call(late.baseUrl, path, { key: organization.key })).body
  await late.stop()
  expect(blocked.decision).toBe('block')
  const artifact = `subject_sha256=${sha256Hex('an artifact')}`
  const signed = () =>
    call(at.baseUrl, `/api/v1/gate-decisions/${first.id}/attestation?${artifact}`, {
      key: organization.key,
      method: 'GET',
    })
  expect(await signed()).toMatchObject({
    status: 400,
    body: { error: { details: { reason: 'superseded', decision_id: blocked.decision_id } } },
  })
  await scene.result(0.05)
  expect((await query()).decision?.reasons).toEqual([])
  // Until both have their place in the log, the one that blocks counts.
  await expect.poll(async () => (await signed()).status).toBe(200)
  const { failures, steps } = await verify(await exported(at, organization.admin.session))
  expect(failures).toEqual([])
  expect(steps.find(({ step }) => step === 'replay')?.status).toBe('PASS')
})
