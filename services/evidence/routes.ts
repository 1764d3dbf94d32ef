import { EvidenceService } from '../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import type { Routes } from '../kernel/transport/routes.ts'
import type { EvidenceContext } from './context.ts'
import { attestDecision } from './rpc/attest-decision.ts'
import { exportEvidence } from './rpc/export-evidence.ts'
import { listExports } from './rpc/list-exports.ts'

/** Every Connect service of evidence. */
export function evidenceRoutes(ctx: EvidenceContext): Routes {
  return (sink) => {
    sink.service(EvidenceService, {
      exportEvidence: exportEvidence(ctx),
      listExports: listExports(ctx),
      attestDecision: attestDecision(ctx),
    })
  }
}
