import { expect, test } from 'vitest'
import { type TestLog, uuid } from './support/log.ts'
import { buildPackage } from './support/package.ts'
import { key, logOf } from './support/replayed.ts'
import { verify } from './support/run.ts'

/*
 * A member who documents 160 agents with the longest lists of tools makes more states than the replay keeps. What then happens in the
 * database is found by a replay that is given more memory, and a verification can demand that there was one.
 */

const TOOLS = Array.from({ length: 500 }, (_, i) => `tool ${i} `.padEnd(200, 'x'))
const agent = { model_name: 'm', model_version: '1', prompt_version: '1', version: 1, opened_trigger: null }
const actor = { id: uuid('member'), kind: 'user', name: 'a' }

const filled = (log: TestLog) => {
  const account = { id: actor.id, role: 'member', attestation_roles: [], status: 'active', version: 1 }
  log.append('createUser', { users: [account] })
  for (let i = 0; i < 4; i++) {
    const profile = {
      id: uuid(`p${i}`),
      ai_system_id: uuid('s'),
      agent_identity: `${i}`,
      tools: TOOLS,
      ...agent,
    }
    log.append('createProfile', { 'agent-profiles': [profile] })
  }
}
const settled = (log: TestLog) => {
  const resolution = { id: uuid('r'), subject_id: uuid('f'), subject_kind: 'gap', occurrences: 1 }
  log.append('resolveTrigger', { resolutions: [resolution] }, { actor })
}
const pin = [key.kid]
const forged = await buildPackage(logOf(filled, settled), key)
const honest = await buildPackage(logOf(filled), key)

async function answer(bytes: Buffer, options: Parameters<typeof verify>[1]) {
  const { exit_code, failures, steps, result, verdict } = await verify(bytes, { pin, ...options })
  const replay = steps.find(({ step }) => step === 'replay')!
  return { exit_code, code: failures[0]?.code, replay: replay.status, detail: replay.detail, result, verdict }
}

test('a replay that needs more memory than it was given says so, and finds the forged call where it gets more', async () => {
  expect(await answer(forged, { memory: 1 })).toMatchObject({
    exit_code: 0,
    replay: 'NOT CHECKED',
    detail: 'more than 1 MiB of states would be needed in memory; give more with --memory',
  })
  expect(await answer(forged, { memory: 8 })).toMatchObject({ code: 'caller_not_allowed', replay: 'FAIL' })
  expect(await answer(honest, { memory: 8 })).toMatchObject({ exit_code: 0, replay: 'PASS' })
})

test('a verification that requires a replay has exit code 6 where there was none', async () => {
  const unchecked = { exit_code: 6, code: 'replay_not_checked', replay: 'NOT CHECKED' }
  const named = { result: 'not_replayed', verdict: 'INTACT, NOT REPLAYED' }
  const requireReplay = true
  expect(await answer(forged, { requireReplay, memory: 1 })).toMatchObject({ ...unchecked, ...named })
  const later = await buildPackage(logOf(filled), key, { first: 2 })
  expect(await answer(later, { requireReplay })).toMatchObject(unchecked)
  expect(await answer(honest, { requireReplay })).toMatchObject({ exit_code: 0, verdict: 'VERIFIED' })
  expect(await answer(forged, { requireReplay })).toMatchObject({ exit_code: 1, code: 'caller_not_allowed' })
})
