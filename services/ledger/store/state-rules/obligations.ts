import {
  bound,
  type ExpectedRow,
  field,
  type RecordObject,
  type Row,
  recordOf,
  records,
  type TableRule,
} from '../../../kernel/state/rules.ts'
import { incidentRecords } from '../../domain/incidents/incident.ts'
import { filingRecords } from '../../domain/incidents/incident-facts.ts'
import { obligationsAt } from '../../domain/incidents/obligation-record.ts'
import { settingsOf } from '../../domain/incidents/reporting-settings.ts'
import type { Obligation } from '../../domain/obligations/types.ts'
import { phaseOf, sortedAt } from '../incidents/projection.ts'

/** The work of people on incidents, and the obligations of all incidents. */
export const OBLIGATION_TABLES: readonly TableRule[] = [
  records('ledger.incident_filings', 'incident-filings', { incident_id: field('incident_id') }),
  records('ledger.incident_comments', 'incident-comments', { incident_id: field('incident_id') }),
  records('ledger.incident_attachments', 'incident-attachments', { incident_id: field('incident_id') }),
  records('ledger.attachment_contents', 'attachment-contents'),
  records('ledger.incident_reports', 'incident-reports', { incident_id: field('incident_id') }),
  records('ledger.obligation_records', 'obligations'),
  records('ledger.reporting_settings', 'reporting-settings'),
  {
    kind: 'derived',
    table: 'ledger.obligations',
    ofInstallation: false,
    group: 't.incident_id::text',
    key: ['incident_id', 'place'],
    sources: `
      select i.id::text as "group", i.record,
        i.version = 1 and coalesce(l.index >= (
          select p.next_leaf from ledger.obligation_progress p where p.org_id = $1), true) as waits,
        f.filings,
        (select array_agg(s.record order by s.version) from ledger.reporting_settings s
          where s.org_id = $1 and s.id = $1) as settings
      from (
        select distinct on (id) org_id, id, version, entry_id, record from ledger.incidents
        where org_id = $1 order by id, version desc) i
      left join ledger.leaves l on l.org_id = i.org_id and l.entry_id = i.entry_id
      left join (
        select incident_id, array_agg(record order by id) as filings from ledger.incident_filings
        where org_id = $1 group by incident_id) f on f.incident_id = i.id
      where i.org_id = $1 order by i.id`,
    rows: obligationRows,
    columns: {
      org_id: field('organization_id'),
      incident_id: field('incident_id'),
      place: field('place'),
      phase: field('phase'),
      sort_at: field('sort_at'),
      settings_version: field('settings_version'),
      obligation: field('obligation'),
    },
    checks: [],
  },
  // The incidents of unknown severity that nobody has changed.
  {
    kind: 'derived',
    table: 'ledger.triage',
    ofInstallation: false,
    group: 't.incident_id::text',
    key: ['incident_id'],
    sources: `
      select i.id::text as "group", i.record, coalesce(l.index >= (
          select p.next_leaf from ledger.obligation_progress p where p.org_id = $1), true) as waits
      from (
        select distinct on (id) org_id, id, version, entry_id, record from ledger.incidents
        where org_id = $1 order by id, version desc) i
      left join ledger.leaves l on l.org_id = i.org_id and l.entry_id = i.entry_id
      where i.org_id = $1 and i.version = 1 and strpos(i.record, '"severity":"unknown"') > 0 order by i.id`,
    rows: (sources) =>
      sources
        .map(({ record, waits }) => ({ ...recordOf(record), mayBeAbsent: waits === true }))
        .filter(({ severity }: RecordObject) => severity === 'unknown'),
    columns: { org_id: field('organization_id'), incident_id: field('id') },
    checks: [],
  },
  {
    kind: 'log',
    table: 'ledger.obligation_progress',
    columns: {
      org_id: bound('the obligations of the organization'),
      next_leaf: bound('the obligations of incidents of the leaves before it'),
    },
    checks: [
      {
        field: 'next_leaf',
        problem: 'is beyond the log',
        sql: `select 'next_leaf=' || p.next_leaf as row from ledger.obligation_progress p
          where p.org_id = $1 and (p.next_leaf < 0 or p.next_leaf > coalesce(
            (select t.size from ledger.trees t where t.org_id = $1), 0))`,
      },
      {
        field: '',
        problem: 'the organization has obligations and no place in its log up to which they were made',
        sql: `select 'org_id=' || o.org_id as row from (
            select org_id from ledger.obligations where org_id = $1 limit 1) o
          where not exists (select from ledger.obligation_progress p where p.org_id = $1)`,
      },
    ],
  },
]

/**
 * The obligations of an incident under the settings that its rows name. The next read brings them up to new settings and new
 * incidents, and decides whether one is due or overdue.
 */
function obligationRows([source]: readonly Row[], found: readonly Row[]): ExpectedRow[] {
  if (source === undefined) return []
  const { record, waits, filings, settings } = source as Source
  const versions = settings ?? []
  const named = found[0]?.settings_version
  const current =
    versions.find((text) => recordOf(text).version === named) ??
    (named === undefined ? versions.at(-1) : undefined)
  const incident = incidentRecords.read(record)
  const inputs = {
    incident,
    filings: (filings ?? []).map((text) => filingRecords.read(text)),
    settings: settingsOf(named === 0 ? undefined : current),
  }
  const { organization_id } = recordOf(record)
  return obligationsAt(inputs, new Date()).map((one, place) => ({
    organization_id,
    incident_id: incident.id,
    place,
    phase: phaseOf(one),
    sort_at: sortedAt(one),
    settings_version: one.settings_version,
    obligation: JSON.stringify(
      asFound(
        one,
        found.find((row) => row.place === place),
      ),
    ),
    mayBeAbsent: found.length === 0 && (waits || versions.length > 0),
  }))
}

function asFound(one: Obligation, row: Row | undefined): Obligation {
  if (row === undefined || !OPEN.has(one.state)) return one
  const { state } = recordOf(row.obligation)
  return OPEN.has(state as string) ? { ...one, state: state as Obligation['state'] } : one
}

const OPEN = new Set<string>(['due', 'overdue'])

type Source = { record: string; waits: boolean; filings: string[] | null; settings: string[] | null }
