import { expect, test } from 'vitest'
import { changeReason } from './change-reason.ts'

const quoted = (texts: string[]) => texts.map((text) => JSON.stringify(text))
const long = (letter: string) => letter.repeat(200)

test('a change that fits is described completely', () => {
  const items = [
    { done: 'tools added', which: quoted(['a', 'b']) },
    { done: 'model_version', which: ['"1" to "2"'] },
  ]
  expect(changeReason('profile of "x"', 'p@example.com', items)).toBe(
    'profile of "x" changed by p@example.com: tools added "a" "b"; model_version "1" to "2"',
  )
})

test('long names do not hide a tool or a version from the reason', () => {
  const items = [
    { done: 'tools added', which: quoted([long('a'), long('b'), long('"'), 'wipe']) },
    { done: 'model_version', which: [`"1" to ${JSON.stringify(long('2'))}`] },
  ]
  const reason = changeReason(`profile of ${JSON.stringify(long('x'))}`, `${long('p')}@example.com`, items)
  expect(reason).toContain('tools added "wipe"')
  expect(reason).toContain('model_version "1" to "222')
  expect(reason).not.toContain('more')
  expect(reason.length).toBeLessThanOrEqual(500)
})

test('the reason says how many names do not fit', () => {
  const tools = Array.from({ length: 500 }, (_, i) => `${i} ${long('😀')}`)
  const reason = changeReason('profile of "x"', 'p', [{ done: 'tools added', which: quoted(tools) }])
  const shown = reason.split('tools added').length - 1
  expect(shown).toBeGreaterThan(3)
  expect(reason).toMatch(new RegExp(`; and ${500 - shown} more: read all of it before you resolve this$`))
  expect(reason.length).toBeLessThanOrEqual(500)
  expect(reason.isWellFormed()).toBe(true)
})

test('a name that is six times as long when escaped does not hide another tool', () => {
  const escaped = JSON.stringify('\u0001'.repeat(200))
  const added = { done: 'tools added', which: [escaped, ...quoted(['wipe'])] }
  const reason = changeReason(`profile of ${escaped}`, 'p', [added])
  expect(reason).toMatch(
    /changed by p: tools added "wipe"; and 1 more: read all of it before you resolve this$/,
  )
  expect(changeReason(`profile of ${escaped}`, 'p', [{ ...added, which: [escaped, escaped] }])).toMatch(
    /changed by p: 2 more: read all of it before you resolve this$/,
  )
})
