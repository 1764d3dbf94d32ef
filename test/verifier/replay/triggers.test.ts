import { expect, test } from 'vitest'
import { OpenTriggers } from '../../../verifier/src/replay/inputs/triggers.mjs'
import { StateBudget } from '../../../verifier/src/replay/state/states.mjs'
import { uuid } from '../support/log.ts'

/* The triggers of a system that are read for each of its decisions. Times are in minutes. */

const MINUTE = 60_000
const found = (triggers: OpenTriggers, name: string, minute: number) =>
  triggers.take(
    'findings',
    {
      id: uuid(name),
      kind: 'tool',
      ai_system_id: 's',
      profile_id: 'p',
      agent_identity: 'a',
      tool_name: name,
    },
    { at: minute * MINUTE, leaf: minute },
  )
const settled = (triggers: OpenTriggers, name: string, minute: number, occurrences = 1) =>
  triggers.take(
    'resolutions',
    { id: uuid('r'), subject_id: uuid(name), subject_kind: 'tool', occurrences },
    { at: minute * MINUTE, leaf: minute },
  )
const decided = (triggers: OpenTriggers, minute: number, ...open: string[]) => {
  const remarks: string[] = []
  const shown = open.map((name) => ({ id: uuid(name), kind: 'tool', agent_identity: 'a', tool_name: name }))
  const snapshot = { ai_system: { id: 's' }, open_triggers: shown, more_open_triggers: false }
  try {
    triggers.check(snapshot, { at: minute * MINUTE, size: undefined, place: {} }, (text) =>
      remarks.push(text),
    )
    return remarks.length > 0 ? 'remarked' : 'fine'
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('the replay remembers triggers that were resolved long ago, and counts them again once they occur', () => {
  const triggers = new OpenTriggers(new StateBudget())
  found(triggers, 'one', 0)
  expect(decided(triggers, 2, 'one')).toBe('fine')
  settled(triggers, 'one', 3)
  expect(decided(triggers, 3, 'one')).toBe('remarked')
  expect(decided(triggers, 200)).toBe('fine')
  expect(decided(triggers, 201, 'one')).toBe('input_differs')
  expect(decided(triggers, 202, 'two')).toBe('input_differs')
  found(triggers, 'one', 203)
  expect(decided(triggers, 210)).toBe('input_differs')
  expect(decided(triggers, 211, 'one')).toBe('fine')
  settled(triggers, 'one', 212, 2)
  expect(decided(triggers, 300)).toBe('fine')
})

test('the replay’s work for a decision does not grow with triggers that were resolved long ago', () => {
  const triggers = new OpenTriggers(new StateBudget())
  for (let n = 0; n < 20_000; n++) {
    found(triggers, `tool ${n}`, 0)
    settled(triggers, `tool ${n}`, 0)
  }
  for (let n = 0; n < 20_000; n++) expect(decided(triggers, 1000 + n)).toBe('fine')
})

test('an occurrence after a resolution is not forgotten, however many come before the decision that hides it', () => {
  const triggers = new OpenTriggers(new StateBudget())
  const at = 1000 * MINUTE
  const occur = (leaf: number) =>
    triggers.take(
      'findings',
      { id: uuid(`f${leaf}`), kind: 'tool', ai_system_id: 's', profile_id: 'p', tool_name: 't' },
      { at, leaf },
    )
  for (let leaf = 0; leaf < 65; leaf++) occur(leaf)
  triggers.take(
    'resolutions',
    { id: uuid('r'), subject_id: uuid('f0'), subject_kind: 'tool', occurrences: 65 },
    { at, leaf: 65 },
  )
  const decide = (size: number) =>
    triggers.check(
      { ai_system: { id: 's' }, open_triggers: [], more_open_triggers: false },
      { at, size, place: {} },
      () => {},
    )
  for (let leaf = 66; leaf < 300; leaf++) {
    occur(leaf)
    expect(() => decide(66)).not.toThrow()
    expect(() => decide(67)).toThrow('is open, the snapshot leaves out it')
  }
})

test('each trigger that a decision leaves out is remarked on, so that the report counts all of them', () => {
  const triggers = new OpenTriggers(new StateBudget())
  for (let n = 0; n < 100; n++) found(triggers, `f${n}`, 1)
  const hidden: boolean[] = []
  triggers.check(
    { ai_system: { id: 's' }, open_triggers: [], more_open_triggers: false },
    { at: MINUTE, size: undefined, place: {} },
    (_, isHidden) => hidden.push(isHidden),
  )
  expect(hidden).toEqual(Array(100).fill(true))
})
