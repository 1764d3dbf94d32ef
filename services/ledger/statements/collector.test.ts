import { expect, test } from 'vitest'
import { silentLog } from '../../kernel/logging/log.ts'
import { OutboundProblem } from '../outbound/problem.ts'
import type { StoredCheckpoint } from '../store/log/checkpoints.ts'
import type { Statement, StatementStore } from '../store/log/statements.ts'
import { type Source, statementCollector } from './collector.ts'

const LOGS = ['a', 'b', 'c', 'd']
const { signal } = new AbortController()

/** A source that answers as the test says. */
function source(name: string, answer: (log: string) => Promise<string>): Source {
  const ask: Source['ask'] = async ({ organizationId }) => ({ statement: await answer(organizationId) })
  return { kind: 'cosignature', source: name, name, ask }
}

/** A collector over four logs, and what it stored from each source. */
function collecting(...sources: Source[]) {
  const kept: string[] = []
  const statements: StatementStore = {
    keep: async (about: { organizationId: string }, statement: Statement) => {
      kept.push(`${statement.source} ${about.organizationId}`)
    },
    of: async () => [],
    ofEach: async () => [],
    newestSize: async () => 0,
    missing: async (of, after) =>
      LOGS.filter((id) => id > (after ?? '') && !kept.includes(`${of.source} ${id}`)).map(
        (organizationId) => ({ organizationId, size: 1, kid: 'k' }) as StoredCheckpoint,
      ),
  }
  return { ...statementCollector({ sources, statements, log: silentLog }), kept }
}

test('a log whose proof cannot be made does not keep other logs from witnesses and time-stamps', async () => {
  const { rounds, gather, kept } = collecting(
    source('w', async (log) => {
      if (log === 'b') throw new Error('nodes of the log are not all there')
      return 'signed'
    }),
  )
  await rounds[0]!(signal)
  expect(kept).toEqual(['w a', 'w c', 'w d'])
  // An export of another log still asks the source.
  await gather({ organizationId: 'e', size: 1, kid: 'k' } as StoredCheckpoint)
  expect(kept).toContain('w e')
})

test('a source that does not answer for one log is asked for the others in the next round', async () => {
  const { rounds, kept } = collecting(
    source('w', async (log) => {
      if (log === 'b') throw new OutboundProblem('no answer in time')
      return 'signed'
    }),
  )
  await rounds[0]!(signal)
  expect(kept).toEqual(['w a'])
  await rounds[0]!(signal)
  expect(kept).toEqual(['w a', 'w c', 'w d'])
})

test('a source that never answers does not delay the other sources', async () => {
  const { rounds, kept } = collecting(
    source('slow', () => new Promise(() => {})),
    source('w', async () => 'signed'),
  )
  void rounds[0]!(signal)
  await rounds[1]!(signal)
  expect(kept).toEqual(LOGS.map((id) => `w ${id}`))
})
