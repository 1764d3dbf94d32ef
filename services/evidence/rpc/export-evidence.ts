import type { MethodImpl } from '@connectrpc/connect'
import type { EvidenceService } from '../../../proto/gen/attestry/evidence/v1/evidence_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { EvidenceContext } from '../context.ts'
import { scopeOf } from '../domain/request.ts'
import { streamExport } from '../export/stream.ts'

/** EvidenceService.ExportEvidence */
export function exportEvidence(
  ctx: EvidenceContext,
): MethodImpl<typeof EvidenceService.method.exportEvidence> {
  return async function* (request, context) {
    const call = { caller: callerOf(context), at: ctx.clock.now() }
    yield* streamExport(ctx, call, scopeOf(request), context.signal)
  }
}
