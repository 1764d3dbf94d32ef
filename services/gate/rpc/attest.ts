import type { MethodImpl } from '@connectrpc/connect'
import type { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { GateContext } from '../context.ts'
import { attest as attested, attestor } from '../domain/approvals/attestation.ts'
import { requireSeparateAttester, waitedHours } from '../domain/approvals/duties.ts'
import { requireReviewed } from '../domain/approvals/review.ts'

/** CertificationService.Attest */
export function attest(
  ctx: Pick<GateContext, 'attestations' | 'clock'>,
): MethodImpl<typeof CertificationService.method.attest> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const { role, statement } = request
    const by = attestor(caller, role)
    const attestation = await ctx.attestations.append(
      { caller, at },
      request.aiSystemId,
      (snapshot, facts) => {
        const reviewedHash = requireReviewed(request.reviewedHash, snapshot, facts)
        requireSeparateAttester(snapshot, by, caller, role, facts)
        const waited = waitedHours(caller, role, facts)
        const given = { role, statement, by, reviewedHash, waitedHours: waited }
        const { attestation: approval, text } = attested(mintId(at), snapshot, given, at)
        return { approval, text, resolutions: [] }
      },
    )
    return { attestation }
  }
}
