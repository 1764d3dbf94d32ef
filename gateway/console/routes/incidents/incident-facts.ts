import { MomentSchema, RegimeSchema } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import {
  type Incident,
  IncidentStatusSchema,
  RegulationSchema,
  SeveritySchema,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { compare, type Fact, isChanged } from '../../components/comparison/compare.ts'
import { exact } from '../../language/instant.ts'
import { capital, readable, wordOf } from '../../language/words.ts'

/** Returns a version of an incident as facts, to be compared with another version. */
export function factsOfIncident({ work, detectedAt, ...incident }: Incident): Fact[] {
  return [
    ['Title', incident.title],
    ['Description', incident.description],
    ['Status', readable(wordOf(IncidentStatusSchema, incident.status))],
    ['Severity', readable(wordOf(SeveritySchema, incident.severity))],
    ['Regulation', readable(wordOf(RegulationSchema, incident.regulation))],
    ['Significant', incident.isSignificant ? 'yes' : 'no'],
    ['Detected', detectedAt === undefined ? '' : exact(detectedAt)],
    ['Affected systems', incident.affectedSystems.join(', ')],
    ['Affected persons', String(incident.affectedPersonsCount)],
    ['Owner', work?.ownerEmail ?? ''],
    ...(work?.moments ?? []).map(
      ({ moment, at }): Fact => [
        capital(readable(wordOf(MomentSchema, moment))),
        at === undefined ? '' : exact(at),
      ],
    ),
    ...(work?.assessments ?? []).map(
      ({ regime, applies, level, grounds }): Fact => [
        `Assessment, ${readable(wordOf(RegimeSchema, regime))}`,
        `${applies ? readable(level) || 'applies' : 'does not apply'}: ${grounds}`,
      ],
    ),
    ['Note', incident.note],
  ]
}

/**
 * Returns the changes of a version against the one before it, without status and note: `Aware: Nov 25, 2026, 12:58 PM UTC`. Of a
 * long text it has the name alone. The grounds of an assessment are its note.
 */
export function changesOf(before: Incident, after: Incident): string[] {
  return compare(factsOfIncident(before), factsOfIncident(after))
    .filter((one) => isChanged(one) && !SAID_BESIDE.has(one.name))
    .map(({ name, after: value = '' }) => {
      const shown = after.note === '' ? value : value.replace(`: ${after.note}`, '')
      return shown.length > LONG ? name : `${name}: ${shown || '–'}`
    })
}

const SAID_BESIDE = new Set(['Status', 'Note'])
const LONG = 80
