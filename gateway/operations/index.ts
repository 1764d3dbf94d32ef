import { agentRunOperations } from './agent-runs.ts'
import { assetOperations } from './assets.ts'
import { auditOperations } from './audit-entries.ts'
import { decisionAttestationOperations } from './decision-attestations.ts'
import { suiteOperations } from './eval-suites.ts'
import { evaluationOperations } from './evaluations.ts'
import { gateOperations } from './gate-status.ts'
import { incidentOperations } from './incidents.ts'
import { openapiOperations } from './openapi.ts'
import type { Operation } from './operation.ts'
import { supplierOperations } from './suppliers.ts'

/** Every operation of the REST API, in the order of docs/api.md 4. */
export const OPERATIONS: Operation[] = [
  ...incidentOperations,
  ...assetOperations,
  ...supplierOperations,
  ...evaluationOperations,
  ...suiteOperations,
  ...gateOperations,
  ...decisionAttestationOperations,
  ...agentRunOperations,
  ...auditOperations,
  ...openapiOperations,
]
