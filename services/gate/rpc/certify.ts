import type { MethodImpl } from '@connectrpc/connect'
import type { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { GateContext } from '../context.ts'
import { certify as certified } from '../domain/approvals/certification.ts'
import { certifierWaitedHours, involvedIn, requireSeparateCertifier } from '../domain/approvals/duties.ts'
import { requireMeasured } from '../domain/approvals/measured.ts'
import { requireReviewed } from '../domain/approvals/review.ts'
import { personOf } from '../domain/person.ts'
import { resolvedByCertifying } from '../domain/triggers/change.ts'

/** CertificationService.Certify (docs/gate-rules.md, "Certifying and attesting") */
export function certify(
  ctx: Pick<GateContext, 'certifications' | 'clock'>,
): MethodImpl<typeof CertificationService.method.certify> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const person = personOf(caller)
    const certification = await ctx.certifications.append(
      { caller, at },
      request.aiSystemId,
      (snapshot, facts) => {
        const reviewedHash = requireReviewed(request.reviewedHash, snapshot, facts)
        const people = {
          person,
          involved: involvedIn(facts, snapshot.separation_of_duties.role_wait_hours),
          waitedHours: certifierWaitedHours(snapshot, facts, caller),
        }
        const made = certified(mintId(at), snapshot, { ...people, reviewedHash }, at)
        requireMeasured(snapshot, facts)
        requireSeparateCertifier(snapshot, facts, caller)
        const { certification: approval, text } = made
        const resolutions = resolvedByCertifying({ caller, at }, approval.id, snapshot, facts)
        return { approval, text, resolutions }
      },
    )
    return { certification }
  }
}
