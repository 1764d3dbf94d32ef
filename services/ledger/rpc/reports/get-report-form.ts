import { create } from '@bufbuild/protobuf'
import type { MethodImpl } from '@connectrpc/connect'
import {
  GetReportFormResponseSchema,
  type IncidentReportService,
} from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { formMessage, formOf } from '../../domain/reports/forms.ts'

/** IncidentReportService.GetReportForm */
export function getReportForm(): MethodImpl<typeof IncidentReportService.method.getReportForm> {
  return (request) => {
    const form = formMessage(formOf(request.regime, request.step))
    return create(GetReportFormResponseSchema, { form })
  }
}
