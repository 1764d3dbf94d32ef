import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { decision, eventfulLog, incident } from './support/honest.ts'
import { TestLog, uuid } from './support/log.ts'
import { buildPackage } from './support/package.ts'
import { outcome, verify } from './support/run.ts'
import { makeKey } from './support/signer.ts'

const VECTORS = new URL('../vectors/gate/', import.meta.url)

const log = eventfulLog()
const key = makeKey()

describe('an honest package verifies', () => {
  test('of the whole log, under a pin, with every step that can be checked', async () => {
    const report = await verify(await buildPackage(log, key), { pin: [key.kid] })
    expect(report.failures).toEqual([])
    expect(report.steps.map((s) => s.status)).toEqual([
      ...Array(7).fill('PASS'),
      'NOT CHECKED',
      'PASS',
      'NOT CHECKED',
      'NOT CHECKED',
    ])
    expect(report).toMatchObject({ result: 'verified', exit_code: 0, trust: 'pin' })
  })

  test('of every range of leaves', async () => {
    for (let first = 0; first < log.entries.length; first++) {
      for (let end = first + 1; end <= log.entries.length; end++) {
        expect(await outcome(await buildPackage(log, key, { first, end })), `${first} to ${end}`).toBe(
          'verified',
        )
      }
    }
  })
})

describe('an honest package of each kind verifies', () => {
  test('an incident support package, from the first version of the incident on', async () => {
    for (const indices of [[2], [2, 5]]) {
      const bytes = await buildPackage(log, key, { incident: { id: uuid('a'), indices } })
      expect(await outcome(bytes, { pin: [key.kid] })).toBe('verified')
    }
  })

  test('a period that begins and ends in mid-history, in logs of many sizes', async () => {
    const long = new TestLog()
    for (let i = 0; i < 70; i++) long.append('moveIncident', { incidents: [incident('a', i + 1, 'open')] })
    for (const treeSize of [1, 2, 3, 31, 32, 33, 64, 65, 70]) {
      for (const [first, end] of [
        [0, 1],
        [0, treeSize],
        [treeSize - 1, treeSize],
        [treeSize >> 1, treeSize],
        [treeSize >> 2, (treeSize >> 1) + 1],
      ] as const) {
        if (first < end)
          expect(
            await outcome(await buildPackage(long, key, { first, end, treeSize })),
            `${first}-${end} of ${treeSize}`,
          ).toBe('verified')
      }
    }
  })

  test('with lines longer than one block of inflated bytes', async () => {
    const long = new TestLog()
    long.append('submitEvents', {
      'agent-events': [1, 2, 3].map((n) => ({ id: uuid(`${n}`), text: 'å'.repeat(400_000 * n) })),
    })
    expect(await outcome(await buildPackage(long, key), { pin: [key.kid] })).toBe('verified')
  })

  test('with every gate decision of the shared vectors', async () => {
    const decided = new TestLog()
    decided.append('listIncidents')
    const vectors = readdirSync(VECTORS).filter((name) => name.endsWith('.json'))
    expect(vectors.length).toBeGreaterThan(20)
    for (const vector of vectors) {
      decided.append('queryGate', {
        'gate-decisions': [decision(decided.organizationId, vector.slice(0, -5))],
      })
    }
    // From the second entry on: what the snapshots follow from is not in this log.
    const report = await verify(await buildPackage(decided, key, { first: 1 }), {
      pin: [key.kid],
      explain: uuid('decision'),
    })
    expect(report.failures).toEqual([])
    expect(report.steps[6]!.detail).toContain(`${vectors.length} decisions`)
    expect(report.explanation.join('\n')).toMatch(/suite_missing +(TRUE|false)/)
  })
})
