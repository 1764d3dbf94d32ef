import { expect, test } from 'vitest'
import { obligationsOf } from './obligations-of.ts'
import { DEFAULT_SETTINGS, RULE_SETS } from './rule-sets.ts'
import type { FilingFact, IncidentFacts } from './types.ts'

const NOW = '2026-03-05T20:00:00.000Z'
const INCIDENT: IncidentFacts = {
  ...{ regulation: 'nis2', is_significant: true, detected_at: '2026-03-01T10:00:00.000Z' },
  ...{ duplicate_of: null, moments: {}, assessments: [] },
}
const further = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    ...{ regime: 'nis2' as const, step: 'notification', recipient: `Authority ${n}`, amount: 0, unit: null },
    ...{ article: null, valid_from: null, valid_until: null },
  }))

test('a filing meets the obligation to its recipient in any case, and the first without a match the step’s default', () => {
  const filing = (id: string, recipient: string, submitted_at: string): FilingFact => ({
    ...{ id, regime: 'nis2', step: 'notification', recipient, submitted_at, corrects: null },
  })
  const filings = [
    filing('late', 'somebody', '2026-03-04T00:00:00.000Z'),
    filing('first', 'anybody', '2026-03-02T00:00:00.000Z'),
    filing('own', ' AUTHORITY 1 ', '2026-03-03T00:00:00.000Z'),
  ]
  const rules = { sets: RULE_SETS, settings: { ...DEFAULT_SETTINGS, differences: further(3) } }
  const of = obligationsOf(INCIDENT, filings, rules, NOW).filter(({ step }) => step === 'notification')
  expect(of.map(({ recipient, filing_id }) => [recipient, filing_id])).toEqual([
    ['CSIRT or competent authority', 'first'],
    ['Authority 0', null],
    ['Authority 1', 'own'],
    ['Authority 2', null],
  ])
})

test('the filings of a step are sorted once, however many further recipients it has', () => {
  let reads = 0
  const filings = Array.from({ length: 100 }, (_, n) => ({
    ...{ id: `${n}`, regime: 'nis2' as const, step: 'notification', recipient: 'somebody', corrects: null },
    get submitted_at() {
      reads++
      return new Date(Date.UTC(2026, 2, 2) + ((n * 37) % 100) * 1000).toISOString()
    },
  }))
  const readsWith = (recipients: number): number => {
    reads = 0
    const settings = { ...DEFAULT_SETTINGS, differences: further(recipients) }
    obligationsOf(INCIDENT, filings, { sets: RULE_SETS, settings }, NOW)
    return reads
  }
  expect(readsWith(200)).toBe(readsWith(1))
})
