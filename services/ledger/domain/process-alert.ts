import { Outcome } from '../../../proto/gen/attestry/common/v1/audit_pb.ts'
import type { Incident } from '../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import { auditEntry, receiptsOf } from '../../kernel/audit/audit-entry.ts'
import type { Call } from '../../kernel/audit/call.ts'
import type { ErrorDetails } from '../../kernel/errors/errors.ts'
import { timestampText } from '../../kernel/values/time.ts'
import {
  type Delivery,
  type DeliveryOutcome,
  deliveryOf,
  deliveryRecord,
  type OutcomeWord,
} from './delivery.ts'
import { incidentRecords } from './incidents/incident.ts'

/** An alert of a call, with the incident that it opens if it is open and new. */
export type Alert = {
  /** Its delivery. */
  delivery: Delivery
  incident: Incident
  /** The incident's record. */
  text: string
  state: string
  /** The sender's own words for the state. */
  status: string | undefined
}

/** The incident that an alert belongs to: its own where the alert opens one. */
export type KnownAlert = {
  incidentId: string
  /** The key by which the alert is known, lower-case hex; undefined: its own. */
  key: string | undefined
  /** SHA-256 of the body of the delivery that opened it, lower-case hex. */
  bodySha256: string
  /** Whether the alert came within the period in which it is recognised. */
  recent: boolean
  /** The incident's first version and the delivery that opened it, where they were written before. */
  incident: string | undefined
  delivery: string | undefined
}

/** The writes of an alert. */
export type ProcessedAlert = {
  /** The id of its delivery and audit entry. */
  id: string
  outcome: OutcomeWord
  /** The incident that it opened or belongs to. */
  incidentId: string | undefined
  /** The record of the incident that it opened. */
  opened: string | undefined
  delivery: string
  entry: string
  /** Whether the body differs from the one that opened the incident. */
  bodyDiffers: boolean
  /** Whether the alert repeats another one within the period in which that one is recognised. */
  replay: boolean
}

/**
 * Decides the outcome of an alert, given the incident that it belongs to, if any. An open alert opens its incident or repeats it.
 * Information about a known alert, such as an acknowledgement or a comment, repeats it, too.
 * An alert that is over proposes to close the incident, for a person to decide on; where there is no incident, it is
 * acknowledged.
 */
export function processAlert(call: Call, alert: Alert, known: KnownAlert | undefined): ProcessedAlert {
  const { incident, text, state, status } = alert
  const delivery = knownBy(alert.delivery, known?.key)
  const open = state === 'open'
  const fresh = open && known?.incidentId === incident.id
  const outcome =
    known === undefined ? 'acknowledged' : fresh ? 'created' : UPDATES.has(state) ? 'replay' : 'closure'
  const differs = known === undefined || fresh ? [] : differencesOf(alert, known)
  const bodyDiffers = !fresh && known !== undefined && known.bodySha256 !== delivery.bodySha256
  const plain = open && status === undefined && differs.length === 0
  const { title, severity } = incident
  const decided: DeliveryOutcome = {
    outcome,
    bodyDiffers,
    incidentId: known?.incidentId,
    report: plain ? undefined : { title, severity, state, status, differs },
  }
  const record = deliveryRecord(delivery, decided)
  const opened = fresh ? text : undefined
  return {
    id: delivery.id,
    outcome,
    incidentId: known?.incidentId,
    opened,
    bodyDiffers,
    delivery: record,
    entry: entryOf({ ...call, details: detailsOf(decided, state) }, delivery.id, opened, record),
    replay: known?.recent === true && !fresh,
  }
}

/** The states of a known alert that do not say that it is over: it goes on, or its sender tells of work on it. */
const UPDATES: ReadonlySet<string> = new Set(['open', 'informational'])

/** An open alert as it is written if it is new. */
export function openAlert(call: Call, alert: Alert): ProcessedAlert {
  const { id: incidentId } = alert.incident
  const itself = {
    incidentId,
    key: undefined,
    bodySha256: '',
    recent: true,
    incident: undefined,
    delivery: undefined,
  }
  return processAlert(call, alert, itself)
}

/** A delivery whose alert is known by another key than that of its id. */
function knownBy(delivery: Delivery, eventKey: string | undefined): Delivery {
  if (eventKey === undefined) return delivery
  return { ...delivery, recognition: { ...delivery.recognition, eventKey } }
}

/** The fields of an alert that differ from those with which its incident was opened. */
function differencesOf({ incident: now, status }: Alert, { incident, delivery }: KnownAlert): string[] {
  if (incident === undefined) return []
  const then = incidentRecords.read(incident)
  const time = ({ source }: Incident): string | undefined =>
    source?.occurredAt === undefined ? undefined : timestampText(source.occurredAt)
  const reported = delivery === undefined ? undefined : deliveryOf(delivery).report?.status
  const pairs: [string, unknown, unknown][] = [
    ['affected_systems', then.affectedSystems.join('\n'), now.affectedSystems.join('\n')],
    ['description', then.description, now.description],
    ['occurred_at', time(then), time(now)],
    ['severity', then.severity, now.severity],
    ['status', reported, status],
    ['title', then.title, now.title],
  ]
  return pairs.filter(([, before, after]) => before !== after).map(([field]) => field)
}

function entryOf(call: Call, id: string, incident: string | undefined, delivery: string): string {
  const receipts = receiptsOf([
    ...(incident === undefined ? [] : [{ type: 'incidents', text: incident }]),
    { type: 'webhook-deliveries', text: delivery },
  ])
  return auditEntry({ ...call, id, outcome: Outcome.OK, receipts }).text
}

function detailsOf({ outcome, incidentId, bodyDiffers }: DeliveryOutcome, state: string): ErrorDetails {
  if (outcome === 'created') return {}
  const reason: ErrorDetails = state === 'open' ? {} : { reason: state }
  return outcome === 'acknowledged'
    ? reason
    : { body_differs: bodyDiffers, incident_id: incidentId!, replay: true, ...reason }
}
