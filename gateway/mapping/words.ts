import {
  type BlockReason,
  BlockReasonSchema,
  type Verdict,
  VerdictSchema,
} from '../../proto/gen/attestry/gate/v1/gate_pb.ts'
import {
  type Operator,
  OperatorSchema,
  type SuiteStatus,
  SuiteStatusSchema,
} from '../../proto/gen/attestry/gate/v1/suites_pb.ts'
import {
  type EventType,
  EventTypeSchema,
  type RunStatus,
  RunStatusSchema,
} from '../../proto/gen/attestry/ingestion/v1/agent_runs_pb.ts'
import {
  type AssetStatus,
  AssetStatusSchema,
  type Classification,
  ClassificationSchema,
  type Criticality,
  CriticalitySchema,
} from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import {
  type IncidentStatus,
  IncidentStatusSchema,
  type Regulation,
  RegulationSchema,
  type Severity,
  SeveritySchema,
} from '../../proto/gen/attestry/ledger/v1/incidents_pb.ts'
import {
  type AssessmentStatus,
  AssessmentStatusSchema,
  type SupplierCategory,
  SupplierCategorySchema,
} from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { enumText } from '../../services/kernel/values/enum-text.ts'

/** The closed vocabularies of the v1 API, as the protos have them. */
export const WORDS = {
  severity: enumText<Severity>(SeveritySchema),
  regulation: enumText<Regulation>(RegulationSchema),
  incidentStatus: enumText<IncidentStatus>(IncidentStatusSchema),
  classification: enumText<Classification>(ClassificationSchema),
  criticality: enumText<Criticality>(CriticalitySchema),
  assetStatus: enumText<AssetStatus>(AssetStatusSchema),
  category: enumText<SupplierCategory>(SupplierCategorySchema),
  assessment: enumText<AssessmentStatus>(AssessmentStatusSchema),
  runStatus: enumText<RunStatus>(RunStatusSchema),
  eventType: enumText<EventType>(EventTypeSchema),
  suiteStatus: enumText<SuiteStatus>(SuiteStatusSchema),
  operator: enumText<Operator>(OperatorSchema),
  verdict: enumText<Verdict>(VerdictSchema),
  blockReason: enumText<BlockReason>(BlockReasonSchema),
}
