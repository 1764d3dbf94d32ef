import { sha256Hex } from '../../../services/kernel/crypto/digest.ts'
import type { JsonValue } from '../../../services/kernel/json/canonical-json.ts'
import { obligationsOf } from '../../../services/ledger/domain/obligations/obligations-of.ts'
import { DEFAULT_SETTINGS, RULE_SETS } from '../../../services/ledger/domain/obligations/rule-sets.ts'
import type {
  FilingFact,
  IncidentFacts,
  Settings,
} from '../../../services/ledger/domain/obligations/types.ts'
import { TestLog, uuid } from './log.ts'

type Written = { [key: string]: JsonValue }

/** The record of an incident's obligations, with all of their inputs. */
export type ObligationRecord = {
  at: string
  id: string
  incident_version: number
  input?: { filings: FilingFact[]; incident: IncidentFacts; settings: Settings }
  obligations: { [field: string]: JsonValue }[]
  version: number
}

export const AT = '2026-03-01T00:00:00.000Z'

/** The facts of a significant incident under NIS2 and GDPR. */
export const FACTS: IncidentFacts = {
  assessments: [{ applies: true, assessed_at: '2026-02-20T12:00:00.000Z', level: 'risk', regime: 'gdpr' }],
  detected_at: '2026-02-20T10:00:00.000Z',
  duplicate_of: null,
  is_significant: true,
  moments: { aware: '2026-02-20T11:00:00.000Z' },
  regulation: 'nis2',
}

export const FILED: FilingFact = {
  ...{ corrects: null, id: uuid('filing'), recipient: 'CSIRT', regime: 'nis2', step: 'early_warning' },
  submitted_at: '2026-02-20T20:00:00.000Z',
}

export function obligationRecord(
  input: Partial<NonNullable<ObligationRecord['input']>> = {},
  at = AT,
  version = 1,
): ObligationRecord {
  const { incident = FACTS, filings = [], settings = DEFAULT_SETTINGS } = input
  const obligations = obligationsOf(incident, filings, { sets: RULE_SETS, settings }, at)
  return {
    ...{ at, id: uuid('a'), incident_version: 1, input: { filings, incident, settings }, version },
    obligations: obligations as unknown as ObligationRecord['obligations'],
  }
}

/** Appends a record of obligations after the settings and filings from which they are derived. */
export function appendObliged(log: TestLog, record: ObligationRecord): void {
  const { settings = DEFAULT_SETTINGS, filings = [] } = record.input ?? {}
  const own = { ...settings, id: uuid(`settings of ${record.id}`) } as unknown as Written
  if (settings !== DEFAULT_SETTINGS) log.append('updateReportingSettings', { 'reporting-settings': [own] })
  const filed = filings.map((filing) => ({ ...filing, incident_id: record.id }) as unknown as Written)
  if (filed.length > 0) log.append('fileIncidentReport', { 'incident-filings': filed })
  log.append('assessIncident', { obligations: [record as unknown as Written] })
}

/** Returns a log with one record of obligations, changed by `change`. */
export function obliged(change: (record: ObligationRecord) => void): TestLog {
  const log = new TestLog()
  const record = structuredClone(obligationRecord())
  change(record)
  appendObliged(log, record)
  return log
}

/** Returns the two records of an attachment of incident a. Its bytes differ from the recorded ones if `content` does. */
export function attachment(recorded: string, content = recorded): { [type: string]: Written[] } {
  const of = { id: uuid('attachment'), incident_id: uuid('a') }
  return {
    'attachment-contents': [{ ...of, content: Buffer.from(content).toString('base64') }],
    'incident-attachments': [
      { ...of, bytes: Buffer.byteLength(recorded), name: 'note.txt', sha256: sha256Hex(recorded) },
    ],
  }
}

export function attached(content: string): TestLog {
  const log = new TestLog()
  log.append('attachToIncident', attachment('a note', content))
  return log
}
