import type { PoolClient } from 'pg'
import type {
  IncidentFiling,
  IncidentLink,
} from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import type { ReportingSettings } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import type { Call } from '../../../kernel/audit/call.ts'
import type { Database } from '../../../kernel/database/database.ts'
import { isDuplicate } from '../../../kernel/database/errors.ts'
import { holdPersonOn } from '../../../kernel/database/hold-person.ts'
import { inTransaction } from '../../../kernel/database/in-transaction.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import type { Part } from '../../../kernel/lists/part.ts'
import type { Owner } from '../../domain/incidents/incident-edit.ts'
import type { ObligationInputs } from '../../domain/incidents/obligation-record.ts'
import { settingsOf } from '../../domain/incidents/reporting-settings.ts'
import type { Settings } from '../../domain/obligations/types.ts'
import type { ProjectionJob } from '../projection-job.ts'
import { reportsByWeek, type WeekReports } from './by-week.ts'
import { catchUp, obligationProjection } from './catch-up.ts'
import { changeIncident, type FilingParts, fileReport, mergeIncidents, updateSettings } from './changes.ts'
import { type DueRow, duePage, nextOf, type Obliged } from './due.ts'
import { currentSettings, obligationInputsOf, queryOn } from './obligation-inputs.ts'
import { holdProjection } from './projection.ts'
import { disabledOwners, findOwner, missingLink } from './references.ts'
import { triagePage } from './triage.ts'

/** The work of people on incidents. Every method stays inside one organization. */
export type IncidentWorkStore = {
  /** An incident with its filings and the settings; undefined where there is none. */
  obligationInputs(organizationId: string, id: string): Promise<ObligationInputs | undefined>
  /**
   * Appends a version of an incident, its obligations after the change and the audit entry, together. Where `change` returns the
   * incident unchanged, only the entry is appended.
   * @returns undefined where there is no such incident
   * @throws what `change` throws; DomainError CONFLICT when another call has changed the incident meanwhile
   */
  change(
    call: Call,
    id: string,
    change: (inputs: ObligationInputs) => Incident,
  ): Promise<ObligationInputs | undefined>
  /** Appends a filing and its parts, the obligations after it and the audit entry, together. */
  file(
    call: Call,
    id: string,
    make: (inputs: ObligationInputs) => IncidentFiling,
    parts: FilingParts,
  ): Promise<ObligationInputs | undefined>
  /** Appends a version of a duplicate and one of the incident that it is merged into, each with a separate audit entry. */
  merge(
    call: Call,
    id: string,
    intoId: string,
    make: (duplicate: Incident, into: Incident) => { duplicate: Incident; into: Incident },
  ): Promise<{ duplicate: Incident; into: Incident } | undefined>
  /**
   * The first part of the records of up to `limit` incidents of unknown severity that nobody has changed, with ids below `before`, newest first.
   */
  triage(organizationId: string, now: Date, limit: number, before: string | undefined): Promise<Part<string>>
  settings(organizationId: string): Promise<Settings>
  /** Appends a version of the settings: `change` returns it, given the current ones. */
  updateSettings(call: Call, change: (settings: Settings) => ReportingSettings): Promise<Settings>
  /** The active user with an id or an e-mail address. */
  owner(organizationId: string, asked: string): Promise<Owner | undefined>
  /** Those of the ids that are of no active user. */
  disabledOwners(organizationId: string, ownerIds: readonly string[]): Promise<string[]>
  /** The index of the first link to an object that the organization does not have. */
  missingLink(organizationId: string, links: readonly IncidentLink[]): Promise<number | undefined>
  /**
   * Brings the obligations up to everything committed before, as every method that reads them does.
   * @throws DomainError UNAVAILABLE when that takes long because they are far behind. The work that was done stays done, and the
   * job `projection` continues.
   */
  catchUp(organizationId: string, now: Date): Promise<void>
  /** Keeps obligations that were read before near the end of their logs. */
  projection(now: () => Date): ProjectionJob
  /** Up to `limit` obligations of all incidents, soonest first, of everything committed before. */
  due(organizationId: string, page: Parameters<typeof duePage>[2]): Promise<DueRow[]>
  /** For each of these incidents the unmet obligation with the earliest limit, of everything committed before. */
  next(organizationId: string, incidentIds: readonly string[], now: Date): Promise<Obliged[]>
  /** How many reports have their limit in each week of a span, by state, of everything committed before. */
  byWeek(organizationId: string, span: Parameters<typeof reportsByWeek>[2]): Promise<WeekReports[]>
}

export function incidentWorkStore(db: Database): IncidentWorkStore {
  const commit = <T>(call: Call, work: (client: PoolClient) => Promise<T>): Promise<T> =>
    inTransaction(db, 'begin', async (client) => {
      await holdPersonOn(client, call)
      await holdProjection(client, call.caller.organizationId)
      return work(client)
    }).catch((cause) => {
      if (!isDuplicate(cause)) throw cause
      throw new DomainError(Reason.CONFLICT, 'it was changed by another call meanwhile; read it again', {
        cause,
      })
    })
  const upToDate = (organizationId: string, now: Date): Promise<void> => catchUp(db, organizationId, now)
  return {
    obligationInputs: (organizationId, id) => obligationInputsOf(queryOn(db), organizationId, id),
    change: (call, id, change) => commit(call, (client) => changeIncident(client, call, id, change)),
    file: (call, id, make, parts) => commit(call, (client) => fileReport(client, call, id, make, parts)),
    merge: (call, id, intoId, make) =>
      commit(call, (client) => mergeIncidents(client, call, [id, intoId], make)),
    triage: async (organizationId, now, limit, before) => {
      await upToDate(organizationId, now)
      return triagePage(db, organizationId, limit, before)
    },
    settings: async (organizationId) => settingsOf(await currentSettings(queryOn(db), organizationId)),
    updateSettings: (call, change) => commit(call, (client) => updateSettings(client, call, change)),
    owner: (organizationId, asked) => findOwner(db, organizationId, asked),
    disabledOwners: (organizationId, ownerIds) => disabledOwners(db, organizationId, ownerIds),
    missingLink: (organizationId, links) => missingLink(db, organizationId, links),
    catchUp: upToDate,
    projection: (now) => obligationProjection(db, now),
    due: async (organizationId, page) => {
      await upToDate(organizationId, page.now)
      return duePage(db, organizationId, page)
    },
    next: async (organizationId, incidentIds, now) => {
      await upToDate(organizationId, now)
      return nextOf(db, organizationId, incidentIds, now)
    },
    byWeek: async (organizationId, span) => {
      await upToDate(organizationId, span.now)
      return reportsByWeek(db, organizationId, span)
    },
  }
}
