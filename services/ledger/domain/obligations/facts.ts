import type { FilingFact, IncidentFacts, MomentName, RegimeName, RuleSet, Rules } from './types.ts'

/**
 * When something happened. `standsIn`: the moment whose time is used instead, where the time of the requested moment is not
 * known.
 */
type Known = { at: number; standsIn: MomentName | null }

/**
 * Returns a moment of the incident. If it is not known, the earliest known moment is used, except the moment of occurrence, at
 * which nobody knew of the incident.
 */
export function momentOf(incident: IncidentFacts, moment: MomentName): Known {
  const known = timeOf(incident, moment)
  if (known !== undefined) return { at: known, standsIn: null }
  let standsIn: MomentName = 'detected'
  for (const other of STAND_INS)
    if ((timeOf(incident, other) ?? Number.POSITIVE_INFINITY) < timeOf(incident, standsIn)!) standsIn = other
  return { at: timeOf(incident, standsIn)!, standsIn }
}

/** The time of a moment, where it is known. */
export function timeOf(incident: IncidentFacts, moment: MomentName): number | undefined {
  const text = moment === 'detected' ? incident.detected_at : incident.moments[moment]
  return text === undefined ? undefined : Date.parse(text)
}

const STAND_INS: readonly MomentName[] = ['aware', 'classified', 'contained', 'recovered', 'handled']

/** The rule set that was valid at an instant. Before the first one it is the first; after the last one, the last. */
export function ruleSetAt({ sets }: Rules, at: number): RuleSet {
  let found = sets[0]!
  for (const set of sets) if (Date.parse(set.valid_from) <= at) found = set
  return found
}

/** The current filings: the newest correction replaces each filing that was corrected. */
export function currentFilings(filings: readonly FilingFact[]): FilingFact[] {
  const newest = new Map<string, FilingFact>()
  for (const filing of filings) newest.set(filing.corrects ?? filing.id, filing)
  return [...newest.values()]
}

/** The filings of a step, earliest first. */
export function ofStep(filings: readonly FilingFact[], regime: RegimeName, step: string): FilingFact[] {
  return filings
    .filter((filing) => filing.regime === regime && filing.step === step)
    .sort(
      (a, b) =>
        Date.parse(a.submitted_at) - Date.parse(b.submitted_at) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
    )
}
