import { aiAct } from './ai-act.ts'
import { endOf, type Zone, zoneOf } from './calendar.ts'
import { cer } from './cer.ts'
import { craIncident, craVulnerability } from './cra.ts'
import { dora } from './dora.ts'
import { eidasQualified } from './eidas.ts'
import { currentFilings, momentOf, ofStep, ruleSetAt } from './facts.ts'
import { gdpr } from './gdpr.ts'
import { nis2 } from './nis2.ts'
import { type Case, isValid, type Regime, type Step } from './regime.ts'
import type { FilingFact, IncidentFacts, Obligation, ObligationState, RegimeName, Rules } from './types.ts'

/** Every regime, in the order in which obligations are listed. */
export const REGIMES: readonly Regime[] = [
  nis2,
  dora,
  craVulnerability,
  craIncident,
  aiAct,
  gdpr,
  cer,
  eidasQualified,
]

/** The level of a regime that applies, and is not reported. */
export const NOT_REPORTABLE = 'not_reportable'

/**
 * The obligations of an incident (docs/obligations.md): of each regime that was assessed, and of the regime of its regulation if
 * the incident is significant and nobody has assessed that regime. A pure function; `now` decides only between `due` and
 * `overdue`.
 *
 * @param rules `zone`: the time zone of the settings. Making it takes 0.1 ms, so that a caller with many incidents passes it.
 */
export function obligationsOf(
  incident: IncidentFacts,
  filings: readonly FilingFact[],
  rules: Rules & { zone?: Zone },
  now: string,
): Obligation[] {
  const filed = currentFilings(filings)
  const zone = rules.zone ?? zoneOf(rules.settings.time_zone)
  return REGIMES.flatMap((regime) =>
    ofRegime(regime, incident, filed, { ...rules, zone, now: Date.parse(now) }),
  )
}

/** Whether a regime has obligations that are to be met. */
export function isReported(incident: IncidentFacts, regime: RegimeName): boolean {
  const found = REGIMES.find(({ name }) => name === regime)
  return found !== undefined && applicabilityOf(found, incident)?.applies === true
}

function ofRegime(
  regime: Regime,
  incident: IncidentFacts,
  filed: readonly FilingFact[],
  rules: Rules & { zone: Zone; now: number },
): Obligation[] {
  const applicability = applicabilityOf(regime, incident)
  if (applicability === undefined) return []
  const aware = momentOf(incident, regime.name === 'eidas_qualified' ? 'occurred' : 'aware').at
  const { settings, zone, now } = rules
  const given: Case = {
    regime: regime.name,
    incident,
    level: applicability.level,
    settings,
    zone,
    aware,
    now,
    filings: filed.filter((filing) => filing.regime === regime.name),
    set: ruleSetAt(rules, aware),
  }
  const further = settings.differences.filter(
    (one) => one.regime === regime.name && one.recipient !== null && isValid(one, aware),
  )
  return regime.steps(given).flatMap((step) => {
    const others = further.filter((one) => one.step === step.step)
    const names = new Set(others.map(({ recipient }) => key(recipient!)))
    const steps = [step, ...others.map((one) => toFurther(given, step, one))]
    // The first filing to each of the other recipients, and the first filing to anyone else.
    const first = new Map<string | null, FilingFact>()
    for (const filing of ofStep(given.filings, regime.name, step.step)) {
      const recipient = key(filing.recipient)
      const whose = names.has(recipient) ? recipient : null
      if (!first.has(whose)) first.set(whose, filing)
    }
    return steps.map((one, i) =>
      obligation(given, one, first.get(i === 0 ? null : key(one.recipient)), applicability),
    )
  })
}

/** Whether a regime applies: as a person assessed it, or until then by the regulation and the severity. */
function applicabilityOf(regime: Regime, incident: IncidentFacts): Applicability | undefined {
  const lowest = regime.levels[0]!
  const assessed = incident.assessments.find((one) => one.regime === regime.name)
  const merged = incident.duplicate_of === null ? '' : 'It is a duplicate: the other incident is reported.'
  if (assessed !== undefined) {
    const isIn = assessed.applies && assessed.level !== NOT_REPORTABLE
    const why = isIn ? merged : 'Assessed: not to be reported.'
    const level = isIn ? assessed.level : lowest
    return { applies: isIn && merged === '', level, provisional: false, why }
  }
  if (!incident.is_significant || incident.regulation !== regime.regulation) return undefined
  return { applies: merged === '', level: lowest, provisional: true, why: merged }
}

/** The same step for a further recipient of the national law. */
function toFurther(
  given: Case,
  step: Step,
  { recipient, amount, unit, article }: Rules['settings']['differences'][number],
): Step {
  const hasOwn = amount !== 0 && unit !== null && step.from !== null
  return {
    ...step,
    recipient: recipient!,
    article: article ?? step.article,
    ...(hasOwn ? { due: endOf(step.from!, { amount, unit: unit! }, given.zone) } : {}),
  }
}

function obligation(
  given: Case,
  step: Step,
  filing: FilingFact | undefined,
  applicability: Applicability,
): Obligation {
  const filedAt = filing && Date.parse(filing.submitted_at)
  const isIn = applicability.applies && (step.notRequired !== true || filing !== undefined)
  const state = isIn || filedAt !== undefined ? stateOf(step, filedAt, given.now) : 'not_required'
  const isOver = state === 'filed' || state === 'filed_late' || state === 'not_required'
  return {
    regime: given.regime,
    step: step.step,
    recipient: step.recipient,
    article: step.article,
    runs_from: step.runsFrom,
    runs_from_at: text(step.from),
    due_at: state === 'not_required' ? null : text(step.due),
    forecast_at: isOver ? null : text(step.forecast),
    state,
    filing_id: filing?.id ?? null,
    stands_in: step.standsIn ?? null,
    provisional: applicability.provisional,
    conditional: state === 'waiting' && step.conditional === true,
    remark: applicability.why === '' ? (step.remark ?? null) : applicability.why,
    rules: given.set.version,
    settings_version: given.settings.version,
  }
}

/** The state of an obligation that applies. */
function stateOf(
  { due, from }: Pick<Step, 'due' | 'from'>,
  filedAt: number | undefined,
  now: number,
): ObligationState {
  if (filedAt !== undefined) return due === null || filedAt <= due ? 'filed' : 'filed_late'
  if (from === null) return 'waiting'
  return due === null || now <= due ? 'due' : 'overdue'
}

type Applicability = {
  applies: boolean
  level: string
  /** Nobody has assessed the regime yet. */
  provisional: boolean
  /** The remark on a regime that does not apply; empty where it does. */
  why: string
}

function text(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

/** Recipients are the same whatever their case and spaces at the ends. */
function key(recipient: string): string {
  return recipient.trim().toLowerCase()
}
