import { afterAll, beforeAll, expect, test } from 'vitest'
import { sessionCaller } from '../../gateway/cli/calls/session-caller.ts'
import { systemClock } from '../../services/kernel/clock.ts'
import { sha256Hex } from '../../services/kernel/crypto/digest.ts'
import { parseCases } from '../gate/case-file.ts'
import { play } from '../gate/play.ts'
import { connected, waitingForTable } from '../harness/database.ts'
import { bootInstallation, type TestInstallation } from '../harness/installation.ts'
import { call } from '../harness/rest.ts'

const PASSES = `case it passes
system "Late bot"
suite safety asr:prompt_injection:lte:0.1
profile late tools=search model=gpt-x/2026-01 prompt=p7
result asr:prompt_injection 0.05
certify
expect pass`

let at: TestInstallation
beforeAll(async () => {
  at = await bootInstallation({ env: { ATTESTRY_CHECKPOINT_SECONDS: '86400' } })
})
afterAll(() => at.stop())

test('a pass is signed for no artifact where the gate decides to block while the signature is made', async () => {
  const { key, admin } = at.organization
  const rest = (path: string, body?: unknown) =>
    call(at.baseUrl, `/api/v1${path}`, { key, ...(body === undefined ? { method: 'GET' } : { body }) })
  const asAdmin = (operation: string) => sessionCaller(operation, admin.session, systemClock)
  for (const one of parseCases(PASSES))
    await play(one, { gate: at.composition.transports.gate, asAdmin, rest })
  const ask = async () => (await rest('/gate-status?ai_system_name=Late%20bot')).body
  const passed = await ask()
  const path = `/gate-decisions/${passed.decision_id}/attestation?subject_sha256=${sha256Hex('an artifact')}`
  expect([passed.decision, (await rest(path)).status]).toEqual(['pass', 200])
  const { going, blocked } = await connected(at.databaseUrl, async (run) => {
    // Whoever signs reads which key is active.
    await run('begin')
    await run('lock table ledger.signing_keys in access exclusive mode')
    const going = rest(path)
    await expect.poll(() => waitingForTable(at.databaseUrl, 'ledger.signing_keys')).toBeGreaterThan(0)
    const fails = { source: 'ci', metric_name: 'asr', eval_type: 'prompt_injection', metric_value: 0.5 }
    const more = { passed: true, evaluated_at: '2026-01-02T03:04:05Z', eval_suite: 'safety' }
    const evaluations = [{ ...fails, ...more, ai_system_id: passed.ai_system_id }]
    expect((await rest('/ai-evaluations', { evaluations })).status).toBe(201)
    const blocked = await ask()
    await run('commit')
    return { going, blocked }
  })
  expect(blocked.decision).toBe('block')
  expect(await going).toMatchObject({
    status: 400,
    body: { error: { details: { reason: 'superseded', decision_id: blocked.decision_id } } },
  })
})
