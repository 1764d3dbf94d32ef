import type {
  IncidentReport,
  ReportFormat,
} from '../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { ownTurn } from '../../kernel/concurrency/event-loop.ts'
import type { LedgerContext } from '../context.ts'
import { type Rendered, render } from './render.ts'

/**
 * Renders documents one after the other; organizations take turns. Between two documents the event loop gets turns for other work: HTML
 * and JSON are rendered, and written as an answer, without one.
 *
 * @throws DomainError RATE_LIMITED when too many documents wait; the reason of `signal` when it aborts
 */
export async function renderInTurn(
  { renderings }: Pick<LedgerContext, 'renderings'>,
  organizationId: string,
  report: IncidentReport,
  format: ReportFormat,
  signal: AbortSignal,
): Promise<Rendered> {
  const release = await renderings.acquire(organizationId, signal)
  try {
    await ownTurn()
    return await render(report, format)
  } finally {
    setImmediate(release)
  }
}
