import { AgentRunService } from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import { EvaluationService } from '../../proto/gen/attestry/ingestion/v1/evaluations_pb.ts'
import { SpanService } from '../../proto/gen/attestry/ingestion/v1/spans_pb.ts'
import type { Routes } from '../kernel/transport/routes.ts'
import type { IngestionContext } from './context.ts'
import { getMetricSeries } from './rpc/get-metric-series.ts'
import { getRun } from './rpc/get-run.ts'
import { listEvaluations } from './rpc/list-evaluations.ts'
import { listRunEvents } from './rpc/list-run-events.ts'
import { listRuns } from './rpc/list-runs.ts'
import { reportSpans } from './rpc/report-spans.ts'
import { submitEvaluations } from './rpc/submit-evaluations.ts'
import { submitRunEvents } from './rpc/submit-run-events.ts'
import { submitRuns } from './rpc/submit-runs.ts'
import { webhookRoutes } from './webhook-routes.ts'

/** Ingestion's Connect services, each method one file under rpc/. */
export function ingestionRoutes(ctx: IngestionContext): Routes {
  return (sink) => {
    sink.service(EvaluationService, {
      submitEvaluations: submitEvaluations(ctx),
      listEvaluations: listEvaluations(ctx),
      getMetricSeries: getMetricSeries(ctx),
    })
    sink.service(AgentRunService, {
      submitRuns: submitRuns(ctx),
      submitRunEvents: submitRunEvents(ctx),
      listRuns: listRuns(ctx),
      getRun: getRun(ctx),
      listRunEvents: listRunEvents(ctx),
    })
    sink.service(SpanService, { reportSpans: reportSpans(ctx) })
    webhookRoutes(sink, ctx.webhook)
  }
}
