import { afterAll, beforeAll, expect, test } from 'vitest'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { Role } from '../../services/kernel/identity/caller.ts'
import { makePerson, makeScene, personAt } from '../gate/people.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'
import { behindTriggers } from '../log/support.ts'
import { exported, verify } from './support/export.ts'

/* Somebody who can write to the database has a decision signed that the gate did not make so, and puts back what there was. */

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation()
})
afterAll(() => at.stop())

async function stage() {
  const separation = {
    certifierIsAnother: false,
    attesterPerRole: false,
    changesNeedAnother: false,
    roleWaitHours: 0,
  }
  const organization = await at.another({ separationOfDuties: separation })
  const admin = personAt(at.baseUrl, organization.admin.id, organization.admin.session)
  const approver = await makePerson(at, admin, { role: Role.APPROVER })
  const scene = await makeScene(at, organization, { admin, author: admin })
  const ask = async () => {
    const { body } = await call(at.baseUrl, `/api/v1/gate-status/${scene.aiSystemId}`, {
      key: organization.key,
    })
    return { id: body.decision_id as string, decision: body.decision as string }
  }
  const sign = (id: string) =>
    call(
      at.baseUrl,
      `/api/v1/gate-decisions/${id}/attestation?predicate=vsa&format=dsse&subject_sha256=${sha256Hex('x')}`,
      {
        key: organization.key,
      },
    )
  const rewrite = (id: string, from: string, to: string) =>
    behindTriggers(
      at.databaseUrl,
      'gate.decisions',
      'update gate.decisions set record = replace(record, $2, $3) where id = $1',
      [id, from, to],
    )
  const found = async () => {
    const { failures, remarks } = await verify(await exported(at, organization.admin.session))
    return [...failures.map(({ code, message }) => `${code}: ${message}`), ...remarks]
  }
  return { approver, scene, ask, sign, rewrite, found }
}

const resultIn = ({ body }: { body: { payload: string } }) =>
  JSON.parse(Buffer.from(body.payload, 'base64').toString()).predicate.verificationResult

test('a package with honestly signed decisions verifies', async () => {
  const { approver, scene, ask, sign, found } = await stage()
  const blocked = await ask()
  await scene.certify(approver)
  const passed = await ask()
  expect([blocked.decision, passed.decision]).toEqual(['block', 'pass'])
  const answers = await Promise.all([sign(passed.id), ask(), sign(passed.id), ask(), sign(blocked.id)])
  expect(resultIn(answers[0] as never)).toBe('PASSED')
  expect(resultIn(answers[4] as never)).toBe('FAILED')
  expect(await found()).toEqual([])
})

test('verify.mjs finds a block that was signed as a pass', async () => {
  const { ask, sign, rewrite, found } = await stage()
  const { id, decision } = await ask()
  expect(decision).toBe('block')
  await rewrite(id, '"decision":"block"', '"decision":"pass"')
  expect(resultIn(await sign(id))).toBe('PASSED')
  await rewrite(id, '"decision":"pass"', '"decision":"block"')
  expect(await found()).toEqual([
    expect.stringMatching('input_differs: .*a decision was signed that differs from the log'),
  ])
})

test('verify.mjs finds an earlier pass that was signed while the newer block was changed in the database', async () => {
  const { approver, scene, ask, sign, rewrite, found } = await stage()
  await scene.certify(approver)
  const passed = await ask()
  await scene.result(0.9)
  const blocked = await ask()
  expect([passed.decision, blocked.decision]).toEqual(['pass', 'block'])
  expect((await sign(passed.id)).status).toBe(400)
  await rewrite(blocked.id, '"decision":"block"', '"decision":"pass"')
  expect(resultIn(await sign(passed.id))).toBe('PASSED')
  await rewrite(blocked.id, '"decision":"pass"', '"decision":"block"')
  expect(await found()).toEqual([expect.stringMatching('input_differs: .*blocks')])
})
