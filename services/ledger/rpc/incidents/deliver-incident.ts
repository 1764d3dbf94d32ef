import type { MethodImpl } from '@connectrpc/connect'
import type {
  DeliveredAlert,
  DeliverIncidentRequest,
  DeliverIncidentResponse,
  IncidentService,
  IncidentSource,
} from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import type { Call } from '../../../kernel/audit/call.ts'
import { sha256Hex } from '../../../kernel/crypto/digest.ts'
import { DomainError, Reason } from '../../../kernel/errors/errors.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import { dateOf, isoTime } from '../../../kernel/values/time.ts'
import type { LedgerContext } from '../../context.ts'
import { draftDelivered } from '../../domain/delivery.ts'
import { incidentRecords, openIncident } from '../../domain/incidents/incident.ts'
import { numberedAlert } from '../../domain/numbered-alert.ts'
import { type Alert, openAlert, type ProcessedAlert, processAlert } from '../../domain/process-alert.ts'
import { type DrawnQuota, quotaOf } from '../../domain/quota.ts'
import type { Opening } from '../../store/deliveries/open-new.ts'
import type { AlertWrite, CallWrite } from '../../store/deliveries/write.ts'

/**
 * IncidentService.DeliverIncident (docs/api.md 4.2): handles the alerts of a webhook call. Most calls deliver one open alert,
 * which is written at once if it is new. Everything else is processed alert by alert, in one commit.
 */
export function deliverIncident(
  ctx: Pick<LedgerContext, 'deliveries' | 'draw' | 'clock'>,
): MethodImpl<typeof IncidentService.method.deliverIncident> {
  return async (request, context) => {
    const delivery = readDelivery({ caller: callerOf(context), at: ctx.clock.now() }, request)
    const first = delivery.isOneOpen ? await openOne(ctx, delivery) : await drawOnly(ctx, delivery)
    if (first === undefined) return STALE
    const { opened, quota } = first
    const compared = delivery.isOneOpen && request.endpointVersion > 0
    if (opened) {
      const { id } = delivery.alerts[0]!.incident
      return answer({ replay: false, incidentId: id, created: 1, compared }, quota)
    }
    if (quota.used > quota.limit)
      return answer({ replay: false, incidentId: '', created: 0, compared }, quota)
    return answer({ ...summaryOf(await processAlerts(ctx, delivery)), compared }, quota)
  }
}

/** A webhook call with its alerts, and the keys by which each is recognised. */
type Delivery = {
  call: Call
  request: DeliverIncidentRequest
  write: CallWrite
  alerts: Alert[]
  keys: AlertKeys[]
  /** Whether the call has one open alert that closes none: such a delivery is written at once if it is new. */
  isOneOpen: boolean
}

type AlertKeys = Pick<AlertWrite, 'key' | 'closureKey'>

function readDelivery(call: Call, request: DeliverIncidentRequest): Delivery {
  const { body, idempotencySeconds } = request
  const given = alertsOf(request)
  const write = {
    organizationId: call.caller.organizationId,
    endpointId: call.caller.actor?.id ?? '',
    seconds: idempotencySeconds,
    bodySha256: sha256Hex(body),
    body,
    receivedAt: isoTime(dateOf(given[0]!.incident!.source!.receivedAt!)),
  }
  const alerts = given.map((alert, place) => readAlert(call, write, alert, place))
  const keys = given.map(keysOf)
  const isOneOpen = alerts.length === 1 && alerts[0]!.state === 'open' && keys[0]!.closureKey === undefined
  return { call, request, write, alerts, keys, isOneOpen }
}

/** Writes one open alert at once, if it is new. Undefined: the endpoint has changed since the delivery was checked. */
function openOne(
  { deliveries }: Pick<LedgerContext, 'deliveries'>,
  { call, request, write, alerts, keys }: Delivery,
): Promise<Opening> {
  const { rateLimit, endpointVersion } = request
  const [alert] = alerts
  const { key } = keys[0]!
  const incident = { id: alert!.incident.id, text: alert!.text }
  return deliveries.open({ ...write, ...openAlert(call, alert!), rateLimit, endpointVersion, key, incident })
}

/** Draws on the quota of the endpoint. Nothing is written yet. */
async function drawOnly(
  { draw }: Pick<LedgerContext, 'draw'>,
  { request, write }: Delivery,
): Promise<NonNullable<Opening>> {
  const quota = await draw({ subject: `endpoint:${write.endpointId}`, limit: request.rateLimit })
  return { opened: false, quota }
}

/** Writes all alerts of a call in one commit, given what is known of each. */
function processAlerts(
  { deliveries }: Pick<LedgerContext, 'deliveries'>,
  { call, write, alerts, keys }: Delivery,
): Promise<ProcessedAlert[]> {
  return deliveries.process({
    ...write,
    alerts: alerts.map(({ incident, state }, i) => ({
      ...keys[i]!,
      numbered: numberedAlert(incident.source!),
      open: state === 'open',
      incidentId: incident.id,
    })),
    outcomes: (known) => alerts.map((alert, i) => processAlert(call, alert, known[i])),
  })
}

function keysOf({ duplicateKey, closureKey }: DeliveredAlert): AlertKeys {
  return {
    key: bufferOf(duplicateKey),
    closureKey: closureKey.length === 0 ? undefined : bufferOf(closureKey),
  }
}

/** The outcome of a call with its alerts. Its incident is the first one that was opened, or else the first known one. */
function summaryOf(processed: ProcessedAlert[]): Omit<Delivered, 'compared'> {
  const created = processed.filter(({ outcome }) => outcome === 'created')
  const known = processed.find(({ incidentId }) => incidentId !== undefined)
  return {
    replay: created.length === 0 && processed.some((alert) => alert.replay),
    incidentId: (created[0] ?? known)?.incidentId ?? '',
    created: created.length,
  }
}

/** The alerts of a request. A single open alert is in the fields of the request itself. */
function alertsOf({ alerts, incident, duplicateKey }: DeliverIncidentRequest): DeliveredAlert[] {
  const given: DeliveredAlert[] =
    alerts.length > 0
      ? alerts
      : [
          {
            $typeName: 'attestry.ledger.v1.DeliveredAlert',
            incident,
            duplicateKey,
            state: 'open',
            closureKey: new Uint8Array(),
          },
        ]
  for (const alert of given) {
    const { detectedAt, source } = alert.incident ?? {}
    if (detectedAt === undefined || source?.receivedAt === undefined || alert.duplicateKey.length !== 32)
      throw new DomainError(Reason.INTERNAL, 'the delivery is not complete')
  }
  return given
}

/** Reads an alert. The first alert of a call gets the request id, and each other one a new id. */
function readAlert(
  call: Call,
  write: CallWrite,
  { incident, state, status, duplicateKey, closureKey }: DeliveredAlert,
  place: number,
): Alert {
  const { organizationId, endpointId, seconds, bodySha256, body } = write
  const source: IncidentSource = { ...incident!.source!, kind: 'webhook', id: endpointId, bodySha256 }
  const opened = openIncident(mintId(call.at), draftDelivered(incident!), source, call.at)
  const delivery = {
    organizationId,
    endpointId,
    bodySha256,
    source,
    bodyBytes: body.length,
    id: place === 0 ? call.caller.requestId : mintId(call.at),
    receivedAt: dateOf(source.receivedAt!),
    recognition: {
      eventKey: bufferOf(duplicateKey).toString('hex'),
      closureKey: closureKey.length === 0 ? undefined : bufferOf(closureKey).toString('hex'),
      seconds,
    },
  }
  return { delivery, incident: opened, text: incidentRecords.write(organizationId, opened), state, status }
}

function answer(
  { replay, incidentId, created, compared }: Delivered,
  quota: DrawnQuota,
): DeliverIncidentResponse {
  return { $typeName, replay, incidentId, created, compared, stale: false, quota: quotaOf(quota) }
}

type Delivered = { replay: boolean; incidentId: string; created: number; compared: boolean }

const $typeName = 'attestry.ledger.v1.DeliverIncidentResponse' as const
/** The endpoint has changed since the delivery was checked. */
const STALE: DeliverIncidentResponse = {
  $typeName,
  replay: false,
  incidentId: '',
  created: 0,
  compared: true,
  stale: true,
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length)
}
