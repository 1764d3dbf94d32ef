import type { PoolClient } from 'pg'
import type { IncidentFiling } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import type { ReportingSettings } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import type { Call } from '../../../kernel/audit/call.ts'
import { madeFrom } from '../../../kernel/audit/made-from.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import type { IdempotencyRecord } from '../../../kernel/idempotency/idempotency.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { requireGrounds } from '../../domain/incidents/filing-grounds.ts'
import { incidentRecords } from '../../domain/incidents/incident.ts'
import { filingRecords } from '../../domain/incidents/incident-facts.ts'
import { requireDeadlines } from '../../domain/incidents/incident-merge.ts'
import {
  type ObligationInputs,
  obligationRecord,
  obligationsAt,
} from '../../domain/incidents/obligation-record.ts'
import { MAX_ZONES, settingsOf, settingsRecord } from '../../domain/incidents/reporting-settings.ts'
import type { Settings } from '../../domain/obligations/types.ts'
import { attachmentRows, type NewAttachment } from './attachments.ts'
import { currentSettings, obligationInputsOf, queryOf } from './obligation-inputs.ts'
import { project } from './projection.ts'
import { type Written, write } from './write.ts'

/*
 * The writes of IncidentWorkStore. Each runs in a transaction that holds the person's account and the projection of the
 * organization's obligations.
 */

export async function changeIncident(
  client: PoolClient,
  call: Call,
  id: string,
  change: (inputs: ObligationInputs) => Incident,
): Promise<ObligationInputs | undefined> {
  const before = await obligationInputsOf(queryOf(client), call.caller.organizationId, id)
  if (before === undefined) return undefined
  const incident = change(before)
  if (incident === before.incident) {
    await write(client, call, [])
    return before
  }
  const after = { ...before, incident }
  await append(client, from(call, before.record), after, [versionOf(call, incident)])
  return after
}

/** What is written with a filing: its document, if it has one, and the answer for the call's retries. */
export type FilingParts = {
  document?: NewAttachment | undefined
  answerOf: (after: ObligationInputs) => IdempotencyRecord | undefined
}

export async function fileReport(
  client: PoolClient,
  call: Call,
  id: string,
  make: (inputs: ObligationInputs) => IncidentFiling,
  { document, answerOf }: FilingParts,
): Promise<ObligationInputs | undefined> {
  const { organizationId } = call.caller
  const before = await obligationInputsOf(queryOf(client), organizationId, id)
  if (before === undefined) return undefined
  const filing = make(before)
  const row = { id: filing.id, version: 1, text: filingRecords.write(organizationId, filing) }
  const after = { ...before, filings: [...before.filings, filing] }
  requireGrounds(obligationsAt(before, call.at), obligationsAt(after, call.at), filing)
  const records = [
    { type: 'incident-filings', table: 'ledger.incident_filings', row },
    ...(document === undefined ? [] : attachmentRows(organizationId, document)),
  ]
  await append(client, from(call, before.record), after, records, { idempotency: answerOf(after) })
  return after
}

export async function mergeIncidents(
  client: PoolClient,
  call: Call,
  [id, intoId]: [id: string, intoId: string],
  make: (duplicate: Incident, into: Incident) => { duplicate: Incident; into: Incident },
): Promise<{ duplicate: Incident; into: Incident } | undefined> {
  const { organizationId } = call.caller
  const one = await obligationInputsOf(queryOf(client), organizationId, id)
  const other = await obligationInputsOf(queryOf(client), organizationId, intoId)
  if (one === undefined || other === undefined) return undefined
  const merged = make(one.incident, other.incident)
  const into = { ...other, incident: merged.into }
  const before = [one, other].flatMap((inputs) => obligationsAt(inputs, call.at))
  requireDeadlines(before, obligationsAt(into, call.at))
  const duplicate = { ...one, incident: merged.duplicate }
  await append(client, from(call, one.record), duplicate, [versionOf(call, merged.duplicate)])
  await append(client, from(call, other.record), into, [versionOf(call, merged.into)], {
    id: mintId(call.at),
  })
  return merged
}

export async function updateSettings(
  client: PoolClient,
  call: Call,
  change: (settings: Settings) => ReportingSettings,
): Promise<Settings> {
  const { organizationId } = call.caller
  const before = await currentSettings(queryOf(client), organizationId)
  const settings = change(settingsOf(before))
  await requireKnownZone(client, organizationId, settings.timeZone)
  const text = settingsRecord(organizationId, settings)
  const row = { id: organizationId, version: settings.version, text }
  const records = [{ type: 'reporting-settings', table: 'ledger.reporting_settings', row }]
  await write(client, before === undefined ? call : from(call, before), records)
  return settingsOf(text)
}

/** @throws DomainError CONFLICT for one time zone too many */
async function requireKnownZone(client: PoolClient, organizationId: string, zone: string): Promise<void> {
  const { rows } = await client.query<{ zone: string }>(
    `select distinct record::json ->> 'time_zone' as zone from ledger.reporting_settings where org_id = $1`,
    [organizationId],
  )
  if (rows.length < MAX_ZONES || rows.some((row) => row.zone === zone)) return
  const message = `the settings have had ${MAX_ZONES} time zones already: choose one of them`
  throw new DomainError(Reason.CONFLICT, message)
}

/** Writes records of an incident, and with them its obligations after the change, where it has or had any. */
async function append(
  client: PoolClient,
  call: Call,
  after: ObligationInputs,
  records: Written[],
  options?: Parameters<typeof write>[3],
): Promise<void> {
  const { organizationId } = call.caller
  const { id } = after.incident
  const { rows } = await client.query<{ version: number }>(
    `select coalesce(max(version), 0)::int as version from ledger.obligation_records where org_id = $1 and id = $2`,
    [organizationId, id],
  )
  const version = rows[0]!.version + 1
  const hasAny = version > 1 || obligationsAt(after, call.at).length > 0
  const text = hasAny ? obligationRecord(organizationId, version, after, call.at) : ''
  const obligations = { type: 'obligations', table: 'ledger.obligation_records', row: { id, version, text } }
  await write(client, call, hasAny ? [...records, obligations] : records, options)
  await project(client, organizationId, [after], call.at)
}

/** The call, marked as one that makes a new version from this record. */
function from(call: Call, record: string): Call {
  return { ...call, details: { ...call.details, ...madeFrom(record) } }
}

/** The version of an incident, to be written. */
function versionOf({ caller }: Call, incident: Incident): Written {
  const { id, version } = incident
  const text = incidentRecords.write(caller.organizationId, incident)
  return { type: 'incidents', table: 'ledger.incidents', row: { id, version, text } }
}
