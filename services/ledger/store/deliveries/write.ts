import type { Numbered } from '../../domain/numbered-alert.ts'
import type { KnownAlert, ProcessedAlert } from '../../domain/process-alert.ts'

/** A call that delivers one open alert, as it is written if the alert is new (domain/process-alert.ts). */
export type DeliveryWrite = CallWrite & {
  /** The id of the delivery and of its audit entry: the request id. */
  id: string
  /** The key by which the alert is recognised, 32 bytes. */
  key: Buffer
  /** How many deliveries the endpoint may send in 60 s. */
  rateLimit: number
  /** The version of the endpoint that the delivery was checked against. 0: not compared. */
  endpointVersion: number
  incident: { id: string; text: string }
  /** The delivery's record, and the audit entry with the receipts over both. */
  delivery: string
  entry: string
}

/** A call with any alerts, some of which may be known. Its texts are made once their incidents are found. */
export type GroupWrite = CallWrite & {
  alerts: readonly AlertWrite[]
  /** Returns what is written for the alerts, in their order, given the incident of each. */
  outcomes: (known: readonly (KnownAlert | undefined)[]) => ProcessedAlert[]
}

/** A webhook call whose alerts are written. */
export type CallWrite = {
  organizationId: string
  endpointId: string
  /** How long an alert is recognised. */
  seconds: number
  /** Lower-case hex. */
  bodySha256: string
  body: Uint8Array
  /** When the call was received, as its deliveries say. Its alerts are recognised from then on. */
  receivedAt: string
}

/** An alert, with the incident that it opens if it is open and new. `closureKey`: docs/decisions/0116-states-of-alerts.md. */
export type AlertWrite = {
  key: Buffer
  closureKey: Buffer | undefined
  /** Set where a product of another vendor can use the same id. */
  numbered: Numbered | undefined
  open: boolean
  incidentId: string
}
