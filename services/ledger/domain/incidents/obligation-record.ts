import type { IncidentFiling } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { canonicalJson, type JsonValue } from '../../../kernel/json/canonical-json.ts'
import { RecentMap } from '../../../kernel/values/recent-map.ts'
import { isoTime } from '../../../kernel/values/time.ts'
import { type Zone, zoneOf } from '../obligations/calendar.ts'
import { obligationsOf } from '../obligations/obligations-of.ts'
import { RULE_SETS } from '../obligations/rule-sets.ts'
import type { Obligation, Settings } from '../obligations/types.ts'
import { factsOf, filingFact } from './incident-facts.ts'

/** An incident with everything that its obligations follow from. `filings` is oldest first. */
export type ObligationInputs = { incident: Incident; filings: readonly IncidentFiling[]; settings: Settings }

/** The obligations of an incident at an instant. */
export function obligationsAt({ incident, filings, settings }: ObligationInputs, at: Date): Obligation[] {
  const facts = filings.map(filingFact)
  const zone = cachedZone(settings.time_zone)
  return obligationsOf(factsOf(incident), facts, { sets: RULE_SETS, settings, zone }, isoTime(at))
}

function cachedZone(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known !== undefined) return known
  const zone = zoneOf(timeZone)
  zones.set(timeZone, zone)
  return zone
}

const zones = new RecentMap<string, Zone>(100)

/** The record of the obligations after a change, with all their inputs (docs/obligations.md). */
export function obligationRecord(
  organizationId: string,
  version: number,
  inputs: ObligationInputs,
  at: Date,
): string {
  const { incident, filings, settings } = inputs
  const record = {
    at: isoTime(at),
    id: incident.id,
    incident_version: incident.version,
    input: { filings: filings.map(filingFact), incident: factsOf(incident), settings },
    obligations: obligationsAt(inputs, at),
    organization_id: organizationId,
    version,
  }
  return canonicalJson(record as unknown as JsonValue)
}
