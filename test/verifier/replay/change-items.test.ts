import { expect, test } from 'vitest'
import { agentAdded, loosened, widened } from '../../../services/gate/domain/triggers/change.ts'
import { changeReason } from '../../../services/gate/domain/triggers/change-reason.ts'
import { hiddenItems, itemsOf } from '../../../verifier/src/replay/inputs/change-items.mjs'
import { type Json, Scene, SYSTEM } from '../support/approval-scene.ts'
import { uuid } from '../support/log.ts'
import { replayed } from '../support/replayed.ts'

/* A person resolves the trigger of a change by its reason. The reason MUST name the change. */

/** Whether the verifier finds nothing hidden in the reason that the gate gives. */
const isWhole = (before: Json | undefined, after: Json, items: Parameters<typeof changeReason>[2]) =>
  hiddenItems(changeReason('agent "a"', 'p@x.example', items), itemsOf(before, after)) === 0

const agentOf = (tools: string[], modelName = 'm', modelVersion = '1', promptVersion = '1') => {
  const record: Json = {
    tools,
    model_name: modelName,
    model_version: modelVersion,
    prompt_version: promptVersion,
  }
  return { state: { tools, modelName, modelVersion, promptVersion }, record }
}
const LONG = '😀"\\\u0007'.repeat(30)

test.each([
  ['a tool', ['erase']],
  ['quotes, a backslash and a line break', ['a"b\\c\nd', '…']],
  ['long names', [`${LONG}1`, `${LONG}2`]],
  ['more tools than fit', Array.from({ length: 120 }, (_, i) => `tool ${i}`)],
  ['more long tools than fit', Array.from({ length: 30 }, (_, i) => `${i} ${LONG}`)],
])('the replay finds each item in the reason that the gate gives for %s', (_, tools) => {
  const before = agentOf(['search'])
  for (const versions of [
    ['m', '1', '1'],
    ['n', LONG, ''],
  ]) {
    const after = agentOf(['search', ...tools], ...versions)
    expect(isWhole(before.record, after.record, widened(before.state, after.state))).toBe(true)
    expect(isWhole(undefined, after.record, agentAdded(after.state))).toBe(true)
  }
  const system = (name: string, attestationRoles: string[], gateSuite: string) => ({
    state: { name, attestationRoles, gateSuite },
    record: { name, attestation_roles: attestationRoles, gate_suite: gateSuite } as Json,
  })
  const [was, is] = [system('a', ['ciso', 'dpo'], 'release'), system(tools[0]!, [], LONG)]
  expect(isWhole(was.record, is.record, loosened(was.state, is.state))).toBe(true)
})

test('the replay refuses a reason that leaves out a part of the change', async () => {
  const outcome = async (reason: string, details: Json = { duties_version: 5 }) => {
    const scene = new Scene()
    const { opened_by } = scene.trigger('c') as { opened_by: Json }
    const about = { id: uuid('profile'), ai_system_id: SYSTEM, agent_identity: 'bot' }
    const versions = { model_name: 'm', model_version: '1', prompt_version: '1' }
    const profile = { ...about, ...versions, tools: ['erase', 'search'], version: 2 }
    const trigger = { id: uuid('c'), ai_system_id: SYSTEM, changed: 'profile', reason, opened_by }
    scene.append(
      'updateProfile',
      { 'agent-profiles': [{ ...profile, opened_trigger: uuid('c') }], triggers: [trigger] },
      { details },
    )
    return replayed(scene.log)
  }
  const named = 'agent "bot" changed by admin: tools added "erase"'
  expect(await outcome(named)).toMatch(/^PASS/)
  expect(await outcome(named.replace('erase', 'view'))).toBe('input_differs')
  expect(await outcome(named.replace('erase', 'view'), {})).toMatch(/^PASS/)
})

test('the replay does not search a reason that is longer than the gate gives', () => {
  const items = itemsOf(undefined, agentOf(['erase']).record)
  const named = 'agent added with model "m" version "1"; tools added "erase"'
  expect(hiddenItems(named, items)).toBe(0)
  expect(hiddenItems(`${'1'.repeat(10_000)}${named}`, items)).toBe(2)
})
