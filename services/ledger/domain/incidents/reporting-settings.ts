import { create } from '@bufbuild/protobuf'
import {
  type NationalDifference,
  NationalDifferenceSchema,
  type ReportingSettings,
  ReportingSettingsSchema,
} from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { recordCodec } from '../../../kernel/fields/record-codec.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { REGIMES } from '../obligations/obligations-of.ts'
import { DEFAULT_SETTINGS } from '../obligations/rule-sets.ts'
import type { Settings, Unit } from '../obligations/types.ts'
import { REGIME_WORDS, regimeName } from './incident-facts.ts'

/** The records of settings: one object an organization, with its id. */
const settingsRecords = recordCodec(ReportingSettingsSchema, ['id'])

/** The record of a version of the settings. */
export function settingsRecord(organizationId: string, settings: ReportingSettings): string {
  return settingsRecords.write(organizationId, settings, { id: JSON.stringify(organizationId) })
}

/** The settings that limits are computed with; the defaults where none were made. */
export function settingsOf(text: string | undefined): Settings {
  if (text === undefined) return DEFAULT_SETTINGS
  const settings = settingsRecords.read(text)
  return {
    time_zone: settings.timeZone,
    holidays: settings.holidays,
    dora_no_weekend_rule: settings.doraNoWeekendRule,
    trust_service_provider: settings.trustServiceProvider,
    differences: settings.differences.map((one) => ({
      regime: regimeName(one.regime),
      step: one.step,
      recipient: one.recipient || null,
      amount: one.amount,
      unit: (one.unit || null) as Unit | null,
      article: one.article || null,
      valid_from: one.validFrom || null,
      valid_until: one.validUntil || null,
    })),
    version: settings.version,
  }
}

/** Settings as answers have them. */
export function settingsMessage(settings: Settings): ReportingSettings {
  return create(ReportingSettingsSchema, {
    timeZone: settings.time_zone,
    holidays: [...settings.holidays],
    doraNoWeekendRule: settings.dora_no_weekend_rule,
    trustServiceProvider: settings.trust_service_provider,
    differences: settings.differences.map(({ regime, recipient, unit, article, ...one }) =>
      create(NationalDifferenceSchema, {
        regime: REGIME_WORDS.value(regime),
        step: one.step,
        amount: one.amount,
        recipient: recipient ?? '',
        unit: unit ?? '',
        article: article ?? '',
        validFrom: one.valid_from ?? '',
        validUntil: one.valid_until ?? '',
      }),
    ),
    version: settings.version,
  })
}

/** The next version of the settings. @throws DomainError VALIDATION */
export function nextSettings(requested: ReportingSettings): ReportingSettings {
  const { timeZone, holidays, differences } = requested
  const checks = new Checks()
  checks
    .that(isTimeZone(timeZone), 'time_zone', 'must be the IANA name of a time zone, e.g. Europe/Brussels')
    .list('holidays', holidays, MAX_HOLIDAYS, (day, i) => {
      checks.that(isDay(day), `holidays.${i}`, 'must be a day, e.g. 2026-12-25')
    })
    .list('differences', differences, MAX_DIFFERENCES, (one, i) => checkDifference(checks, one, i))
    .that(
      textBytes(differences) <= MAX_TEXT_BYTES,
      'differences',
      `must have recipients and articles of at most ${MAX_TEXT_BYTES} bytes together`,
    )
    .done()
  return { ...requested, holidays: [...new Set(holidays)].sort(), version: requested.version + 1 }
}

/** The size as JSON of the texts that people wrote. Each record of obligations contains them twice. */
function textBytes(differences: readonly NationalDifference[]): number {
  return Buffer.byteLength(JSON.stringify(differences.map(({ recipient, article }) => [recipient, article])))
}

function checkDifference(checks: Checks, one: NationalDifference, i: number): void {
  const at = (field: string) => `differences.${i}.${field}`
  if (!REGIME_WORDS.has(one.regime)) {
    checks.that(false, at('regime'), REGIME_WORDS.expected)
    return
  }
  const { stepNames } = REGIMES.find(({ name }) => name === regimeName(one.regime))!
  const { amount, unit, recipient, validFrom, validUntil } = one
  checks
    .that(stepNames.includes(one.step), at('step'), `must be one of ${stepNames.join(', ')}`)
    .text(at('recipient'), recipient, 500)
    .text(at('article'), one.article, 500)
    .that(
      Number.isInteger(amount) && amount >= 0 && amount <= MAX_AMOUNT,
      at('amount'),
      `must be from 0 to ${MAX_AMOUNT}`,
    )
    .that(
      amount === 0 ? unit === '' : UNITS.includes(unit),
      at('unit'),
      `must be one of ${UNITS.join(', ')}, or empty without an amount`,
    )
    .that(amount !== 0 || recipient !== '', at('amount'), 'must be given, or a further recipient')
    .that(validFrom === '' || isDay(validFrom), at('valid_from'), 'must be a day, e.g. 2026-01-01')
    .that(validUntil === '' || isDay(validUntil), at('valid_until'), 'must be a day, e.g. 2027-01-01')
    .that(
      validFrom === '' || validUntil === '' || validFrom < validUntil,
      at('valid_until'),
      'must be later than valid_from',
    )
}

function isDay(text: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text)
}

/** Offsets such as `+01:00` are no zone of the IANA database. */
function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{0,63}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}

const UNITS = ['hours', 'days', 'months']
const MAX_HOLIDAYS = 2000
const MAX_DIFFERENCES = 200
const MAX_AMOUNT = 8760
const MAX_TEXT_BYTES = 256 * 1024
/** How many time zones an organization may set over time; each spelling counts. The verifier accepts 256 in a package. */
export const MAX_ZONES = 100
