import { expect, test } from 'vitest'
import type { Span, SpanKey } from '../domain/spans/span.ts'
import { mayHaveMissed } from './compare-concurrent.ts'

const of = (id: string, parentId: string, agent?: string) => ({ id, parentId, agent }) as Span
const missed = (fresh: Span[], settled: SpanKey[] = []) => mayHaveMissed({ fresh, settled }, () => undefined)

test('a trace is read again if it has a new agent or tool, or an unknown span above a new one', async () => {
  expect(await missed([of('root', ''), of('model', 'root')])).toBe(false)
  expect(await missed([of('model', 'root')], [of('root', '', 'known')])).toBe(false)
  expect(await missed([of('root', '', 'an agent')])).toBe(true)
  expect(await missed([{ ...of('call', 'root'), tool: 'search' } as Span], [of('root', '')])).toBe(true)
  expect(await missed([of('model', 'above')], [of('root', '')])).toBe(true)
  // Another call may settle the agent above the step in this moment.
  expect(await missed([of('model', 'step')], [of('root', ''), of('step', 'agent')])).toBe(true)
  expect(await missed([of('model', 'step')], [of('step', ''), of('step', 'agent')])).toBe(true)
  expect(await missed([of('model', 'root')], [of('root', ''), of('other', 'not known')])).toBe(false)
  // Spans that are their own ancestors.
  expect(await missed([of('a', 'b')], [of('b', 'a')])).toBe(false)
})
