import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { obligationsOf } from '../../services/ledger/domain/obligations/obligations-of.ts'
import { DEFAULT_SETTINGS, RULE_SETS } from '../../services/ledger/domain/obligations/rule-sets.ts'
import type {
  FilingFact,
  IncidentFacts,
  Obligation,
  RuleSet,
  Settings,
} from '../../services/ledger/domain/obligations/types.ts'

/** The expected obligations, by `regime.step`, with `@recipient` for a further one. */
type Vector = {
  name: string
  incident: IncidentFacts
  filings: FilingFact[]
  settings: Partial<Settings>
  sets?: RuleSet[]
  now: string
  expect: { [obligation: string]: Partial<Obligation> }
}

const vectors: Vector[] = JSON.parse(
  readFileSync(new URL('obligations/vectors.json', import.meta.url), 'utf8'),
)

test.each(vectors.map((vector) => [vector.name, vector] as const))('%s', (_, vector) => {
  const { incident, filings, sets = RULE_SETS, now } = vector
  const settings = { ...DEFAULT_SETTINGS, ...vector.settings }
  const found = obligationsOf(incident, filings, { sets, settings }, now)
  const known = new Set(settings.differences.map(({ recipient }) => recipient))
  const named = new Map(
    found.map((one) => {
      const further = known.has(one.recipient) ? `@${one.recipient.toLowerCase()}` : ''
      return [`${one.regime}.${one.step}${further}`, one]
    }),
  )
  for (const [name, expected] of Object.entries(vector.expect))
    expect(named.get(name), name).toMatchObject(expected)
  if (Object.keys(vector.expect).length === 0) expect(found).toEqual([])
})

test('every limit of every regime has a vector', () => {
  const named = new Set(vectors.flatMap((vector) => Object.keys(vector.expect)))
  const limits = Object.keys(RULE_SETS[0]!.limits).map((name) => name.split('.').slice(0, 2).join('.'))
  expect(limits.filter((name) => !named.has(name))).toEqual([])
})
