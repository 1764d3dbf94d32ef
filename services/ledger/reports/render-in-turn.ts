import type {
  IncidentReport,
  ReportFormat,
} from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import type { LedgerContext } from '../context.ts'
import { type Rendered, render } from './render.ts'

/** Renders documents one after the other; organizations take turns. @throws DomainError RATE_LIMITED */
export async function renderInTurn(
  { renderings }: Pick<LedgerContext, 'renderings'>,
  organizationId: string,
  report: IncidentReport,
  format: ReportFormat,
  signal: AbortSignal,
): Promise<Rendered> {
  const release = await renderings.acquire(organizationId, signal)
  return await render(report, format).finally(release)
}
