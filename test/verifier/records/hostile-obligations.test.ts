import { describe, expect, test } from 'vitest'
import { DEFAULT_SETTINGS } from '../../../services/ledger/domain/obligations/rule-sets.ts'
import { AT, appendObliged, FACTS, obligationRecord, obliged } from '../support/incidents.ts'
import { TestLog, uuid } from '../support/log.ts'
import { buildPackage } from '../support/package.ts'
import { asFile, outcome } from '../support/run.ts'
import { makeKey } from '../support/signer.ts'

const key = makeKey()
const days = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    new Date(Date.UTC(2026, 1, 20) + i * 86_400_000).toISOString().slice(0, 10),
  )
/** The failure for a record whose input has this value. Browsers find the same. */
const inputOf = async (change: (input: { incident: object; settings: object }) => void) =>
  outcome(
    await buildPackage(
      obliged(({ input }) => change(input!)),
      key,
    ),
  )

describe('verify.mjs answers hostile inputs of obligations with a code', () => {
  test.each([
    '',
    ' ',
    'x',
    '../../etc/passwd',
    'Europe/Paris\u0000',
    'Europe/Paris ',
    'Europe',
    '+99:99',
    '__proto__',
    'constructor',
    'Etc/GMT+99',
    'A'.repeat(60_000),
    '\u202eUTC',
  ])('an unknown time zone is obligation_form: %j', async (time_zone) => {
    expect(await inputOf(({ settings }) => Object.assign(settings, { time_zone }))).toBe('obligation_form')
  })

  test('257 time zones in one package are obligation_form, 256 verify', async () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const made = (count: number) => {
      const log = new TestLog()
      for (let i = 0; i < count; i++) {
        const settings = { ...DEFAULT_SETTINGS, time_zone: zones[i]! }
        appendObliged(log, { ...obligationRecord({ settings }), id: uuid(`o${i}`) })
      }
      return buildPackage(log, key)
    }
    // Given as paths, which the core for browsers does not read: hundreds of zones take it long.
    expect(await outcome(asFile(await made(256), 'most.zip'))).toBe('verified')
    expect(await outcome(asFile(await made(257), 'more.zip'))).toBe('obligation_form')
  })

  test.each<[string, unknown, string]>([
    ['more than there may be', days(2001), 'obligation_form'],
    ['that are no texts', [1], 'obligation_form'],
    ['that are lists', [[]], 'obligation_form'],
    ['that are no days', ['', 'x', '2026-99-99', '2026-02-30', '+002026-02-20'], 'verified'],
    ['without end', days(2000), 'verified'],
  ])('holidays %s', async (_, holidays, code) => {
    expect(await inputOf(({ settings }) => Object.assign(settings, { holidays }))).toBe(code)
  })

  test.each([
    // Clocks go forward over this hour, back over that one; a day that a zone left out; the first and the last year.
    ['2026-03-29T01:30:00.000Z', 'Europe/Paris'],
    ['2026-10-25T00:30:00.000Z', 'Europe/Paris'],
    ['2011-12-30T12:00:00.000Z', 'Pacific/Apia'],
    ['0001-01-01T00:00:00.000Z', 'America/St_Johns'],
    ['9999-12-31T23:59:59.999Z', 'Pacific/Kiritimati'],
    ['0001-01-01T00:00:00.000Z', 'UTC'],
  ])('times at the edges of a calendar verify: %s in %s', async (at, time_zone) => {
    const assessments = (['dora', 'gdpr'] as const).map((regime) => {
      const level = regime === 'dora' ? 'major' : 'risk'
      return { applies: true, assessed_at: at, level, regime }
    })
    const incident = { ...FACTS, assessments, detected_at: at, moments: { aware: at } }
    const settings = { ...DEFAULT_SETTINGS, time_zone, holidays: [at.slice(0, 10)] }
    const log = new TestLog()
    appendObliged(log, obligationRecord({ incident, settings }, AT))
    expect(await outcome(await buildPackage(log, key))).toBe('verified')
  })

  test.each([
    ['an amount without end', { amount: 2 ** 53 - 1 }],
    ['an unknown unit', { unit: 'fortnights' }],
    ['an unknown step', { step: '__proto__', regime: '__proto__' }],
  ])('%s', async (_, change) => {
    const difference = {
      ...{ amount: 5, recipient: 'x', regime: 'nis2', step: 'early_warning', unit: 'months' },
      ...{ valid_from: null, valid_until: null, ...change },
    }
    const code = await inputOf(({ settings }) => Object.assign(settings, { differences: [difference] }))
    expect(code).toMatch(/^(obligation_form|obligation_mismatch|verified)$/)
  })
})
