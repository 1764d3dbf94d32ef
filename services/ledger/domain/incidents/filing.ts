import type { IncidentFiling } from '../../../../proto/gen/attestry/ledger/v1/incident_work_pb.ts'
import type { Incident } from '../../../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import type { FileIncidentReportRequest } from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import { DomainError, invalid, Reason } from '../../../kernel/errors/errors.ts'
import { Checks } from '../../../kernel/values/checks.ts'
import { mintId, timeOfId } from '../../../kernel/values/ids.ts'
import { dateOf, timestamp } from '../../../kernel/values/time.ts'
import { isReported, REGIMES } from '../obligations/obligations-of.ts'
import { requireGroundsOfEarly } from './filing-grounds.ts'
import { type Changing, requirePast } from './incident-change.ts'
import { factsOf, filingFact, regimeName } from './incident-facts.ts'

/**
 * The document of a filing: an attachment of the incident, and the version of the report that it was made from, if any. Where an
 * earlier filing of the same regime and step made this attachment from a report, the new filing takes the report from that one.
 */
export type FiledDocument = { attachmentId: string; sha256: string; reportId: string; reportVersion: number }

/**
 * Returns the filing of a report about an incident, with an id above all earlier ones.
 *
 * @throws DomainError VALIDATION, also for a regime that does not apply to the incident, and for an early filing without a note;
 *   CONFLICT where the incident has too many
 */
export function fileReport(
  { incident, filings }: Filed,
  request: FileIncidentReportRequest,
  { at, by }: Changing,
  document?: FiledDocument,
): IncidentFiling {
  const { corrects } = request
  requireRead(filings, request)
  requireFirst(filings, corrects)
  requireReported(incident, request)
  requireGroundsOfEarly(factsOf(incident), request)
  const madeFrom = earlierOf(filings, request, document) ?? document
  const { step, recipient, reference, note } = request
  const filing: IncidentFiling = {
    $typeName: 'attestry.ledger.v1.IncidentFiling',
    id: filingId(at, filings),
    incidentId: incident.id,
    regime: request.regime,
    step,
    recipient,
    reference,
    note,
    corrects,
    submittedAt: timestamp(dateOf(request.submittedAt!)),
    filedBy: by,
    documentSha256: hashOf(request, document),
    attachmentId: document?.attachmentId ?? '',
    reportId: madeFrom?.reportId ?? '',
    reportVersion: madeFrom?.reportVersion ?? 0,
    createdAt: timestamp(at),
  }
  requireRoom([...filings, filing])
  return filing
}

/** An incident, and its filings, oldest first. */
type Filed = { incident: Incident; filings: readonly IncidentFiling[] }

/** Where the caller names how many filings of the report it has read, there MUST be no others. */
function requireRead(
  filings: readonly IncidentFiling[],
  { regime, step, expectedFilings }: FileIncidentReportRequest,
): void {
  const { length } = filings.filter((one) => one.regime === regime && one.step === step)
  if (expectedFilings === undefined || expectedFilings === length) return
  const message = `the incident has ${length} filings of this report, not ${expectedFilings}: read them again`
  throw new DomainError(Reason.CONFLICT, message, { details: { current_version: length } })
}

/** A correction names the first filing, not another correction of that. */
function requireFirst(filings: readonly IncidentFiling[], corrects: string): void {
  if (corrects === '') return
  const first = filings.find(({ id }) => id === corrects)
  if (first === undefined) throw invalid({ corrects: ['must be a filing of this incident'] })
  if (first.corrects !== '')
    throw invalid({ corrects: [`must be the first filing, ${first.corrects}, not its correction`] })
}

function requireReported(incident: Incident, request: FileIncidentReportRequest): void {
  const regime = regimeName(request.regime)
  if (isReported(factsOf(incident), regime)) return
  const message = `${regime} does not apply to this incident: assess it first (attestry incident assess)`
  throw invalid({ regime: [message] })
}

/** An earlier filing of the same regime and step with the same attachment, which was made from a report. */
function earlierOf(
  filings: readonly IncidentFiling[],
  { regime, step }: FileIncidentReportRequest,
  document: FiledDocument | undefined,
): IncidentFiling | undefined {
  return filings.find(
    (one) =>
      one.reportId !== '' &&
      one.attachmentId === document?.attachmentId &&
      one.regime === regime &&
      one.step === step,
  )
}

/** Mints the id of a filing. It is above the ids of earlier filings, even if a process with a fast clock minted them. */
function filingId(at: Date, filings: readonly IncidentFiling[]): string {
  const newest = filings.at(-1)
  const since = newest === undefined ? 0 : timeOfId(newest.id).getTime() + 1
  return mintId(new Date(Math.max(at.getTime(), since)))
}

/**
 * Refuses a filing beyond the limits of an incident. Each new record of the obligations contains all filings, and the verifier
 * reads at most 3 MiB of a record: without limits the disk space would grow with the square of the number of filings, and no
 * package with the incident could be verified.
 */
function requireRoom(filings: readonly IncidentFiling[]): void {
  const bytes = Buffer.byteLength(JSON.stringify(filings.map(filingFact)))
  if (filings.length > MAX_FILINGS || bytes > MAX_FILINGS_BYTES)
    throw new DomainError(
      Reason.CONFLICT,
      `an incident has at most ${MAX_FILINGS} filings, of ${MAX_FILINGS_BYTES} bytes together: open another incident`,
    )
}

const MAX_FILINGS = 1000
const MAX_FILINGS_BYTES = 1024 * 1024

/** The hash of the document. A hash in the request MUST be that of the document that the request names. */
function hashOf(request: FileIncidentReportRequest, document: FiledDocument | undefined): string {
  const given = request.documentSha256.toLowerCase()
  if (document === undefined || given === document.sha256) return given
  if (given === '') return document.sha256
  throw invalid({ document_sha256: [`is not that of the document, ${document.sha256}`] })
}

/** @throws DomainError VALIDATION */
export function checkFiling(request: FileIncidentReportRequest, now: Date): void {
  requirePast('submitted_at', dateOf(request.submittedAt!), now)
  const { stepNames } = REGIMES.find(({ name }) => name === regimeName(request.regime))!
  const { attachmentId, reportId } = request
  new Checks()
    .that(stepNames.includes(request.step), 'step', `must be one of ${stepNames.join(', ')}`)
    .that(attachmentId === '' || reportId === '', 'attachment_id', 'must be empty where a report is named')
    .done()
}
