import { create } from '@bufbuild/protobuf'
import type { MethodImpl } from '@connectrpc/connect'
import {
  GetReportFormRequestSchema,
  GetReportFormResponseSchema,
  type IncidentReportService,
} from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { requestRefusal } from '../../kernel/fields/request-check.ts'
import { formMessage, formOf } from '../domain/reports/forms.ts'

/** IncidentReportService.GetReportForm */
export function getReportForm(): MethodImpl<typeof IncidentReportService.method.getReportForm> {
  return (request) => {
    refuseInvalid(request)
    const form = formMessage(formOf(request.regime, request.step))
    return create(GetReportFormResponseSchema, { form })
  }
}

const refuseInvalid = requestRefusal(GetReportFormRequestSchema)
