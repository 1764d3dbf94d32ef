import type { MethodImpl } from '@connectrpc/connect'
import type {
  FileIncidentReportRequest,
  ObligationService,
} from '../../../../proto/gen/attestry/ledger/v1/obligations_pb.ts'
import type { Call } from '../../../kernel/audit/call.ts'
import { invalid, notFound } from '../../../kernel/errors/errors.ts'
import { idempotencyRecordOf } from '../../../kernel/idempotency/idempotency.ts'
import { callerOf, nameOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import type { LedgerContext } from '../../context.ts'
import { attachmentRecords, documentAttachment } from '../../domain/incidents/attachment.ts'
import { checkFiling, type FiledDocument, fileReport } from '../../domain/incidents/filing.ts'
import { obligationMessages } from '../../domain/incidents/obligation-messages.ts'
import type { ObligationInputs } from '../../domain/incidents/obligation-record.ts'
import { readReport } from '../../reports/read-report.ts'
import { renderInTurn } from '../../reports/render-in-turn.ts'
import type { NewAttachment } from '../../store/incidents/attachments.ts'

type Context = Pick<LedgerContext, 'incidentWork' | 'attachments' | 'reports' | 'renderings' | 'clock'>

/** ObligationService.FileIncidentReport */
export function fileIncidentReport(
  ctx: Context,
): MethodImpl<typeof ObligationService.method.fileIncidentReport> {
  return async (request, context) => {
    const { id } = request
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    const by = nameOf(call.caller)
    checkFiling(request, call.at)
    const { document, made } = await documentOf(ctx, call, request, context.signal)
    const answer = (after: ObligationInputs) => ({
      filing: after.filings.at(-1)!,
      obligations: obligationMessages(after, call.at),
    })
    const after = await ctx.incidentWork.file(
      call,
      id,
      (before) => fileReport(before, request, { at: call.at, by }, document),
      { document: made, answerOf: (after) => idempotencyRecordOf(context, answer(after)) },
    )
    if (after === undefined) throw notFound('incident')
    return answer(after)
  }
}

/** The document that a filing names. A report is rendered, and the document becomes an attachment together with the filing. */
async function documentOf(
  ctx: Context,
  call: Call,
  { attachmentId, reportId, reportVersion, reportFormat, ...request }: FileIncidentReportRequest,
  signal: AbortSignal,
): Promise<{ document?: FiledDocument; made?: NewAttachment }> {
  const { organizationId } = call.caller
  const { id } = request
  if (attachmentId !== '') {
    const found = await ctx.attachments.find(organizationId, id, attachmentId)
    if (found === undefined) throw invalid({ attachment_id: ['must be an attachment of this incident'] })
    const { sha256 } = attachmentRecords.read(found)
    return { document: { attachmentId, sha256, reportId: '', reportVersion: 0 } }
  }
  if (reportId === '') return {}
  const report = await readReport(ctx, organizationId, { id, reportId, version: reportVersion })
  if (report.regime !== request.regime || report.step !== request.step)
    throw invalid({ report_id: ['must be a report of this regime and step'] })
  const rendered = await renderInTurn(ctx, organizationId, report, reportFormat, signal)
  const by = { at: call.at, by: nameOf(call.caller) }
  const attachment = documentAttachment(mintId(call.at), id, rendered, by)
  const { sha256 } = attachment
  return {
    document: { attachmentId: attachment.id, sha256, reportId: report.id, reportVersion: report.version },
    made: { attachment, content: rendered.content },
  }
}
