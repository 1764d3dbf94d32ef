import type { Stand } from '../support/stand.ts'
import { auditVerify } from './audit-verify.ts'
import { bootFirst, bootWarm } from './boot.ts'
import { createIncident } from './create-incident.ts'
import { eventsBatch100 } from './events-batch100.ts'
import { exportMemory, exportRate, verify } from './evidence.ts'
import { gateHistory } from './gate-history.ts'
import { gateQuery } from './gate-query.ts'
import { hop } from './hop.ts'
import { incidentSearch } from './incident-search.ts'
import { latency } from './latency.ts'
import { listDepth } from './list-depth.ts'
import { logCost, logLag, logRate } from './log.ts'
import { obligationsDue } from './obligations-due.ts'
import { otlpSpans } from './otlp-spans.ts'
import { webhook } from './webhook.ts'

/** The scenarios by key, each with the bar that it is compared with. */
export const SCENARIOS: { [key: string]: Scenario } = {
  create_incident: { bar: '≥ 0.95', measure: createIncident },
  events_batch100: { bar: '≥ 0.80', measure: eventsBatch100 },
  otlp_spans: { bar: '≥ 0.50', measure: otlpSpans },
  gate_query: { bar: '≥ 1.0', measure: gateQuery },
  gate_history: { bar: '–', measure: gateHistory },
  webhook: { bar: '≥ 0.85', measure: webhook },
  hop: { bar: '≥ 0.45', measure: hop },
  latency: { bar: '–', measure: latency },
  incident_search: { bar: '≤ 1.5', named: true, measure: incidentSearch },
  obligations_due: { bar: '≤ 1.5', measure: obligationsDue },
  list_depth: { bar: '≤ 1.25', measure: listDepth },
  export: { bar: '≥ 0.50', measure: exportRate },
  export_memory: { bar: '≤ 1.20', measure: exportMemory },
  verify: { bar: '≤ 1.50', measure: verify },
  audit_verify: { bar: '≤ 8', measure: auditVerify },
  log_cost: { bar: '≥ 0.90', measure: logCost },
  log_rate: { bar: '≥ 2.0', measure: logRate },
  log_lag: { bar: '≤ 1.0 s', measure: logLag },
  boot_first: { bar: '≤ 2.0', alone: true, measure: bootFirst },
  boot_warm: { bar: '≤ 2.0', alone: true, measure: bootWarm },
}

type Scenario = {
  bar: string
  alone?: boolean
  /** The scenario takes long, and is measured only when it is named. */
  named?: boolean
  measure: (stand: Stand) => Promise<{ [figure: string]: number }>
}
