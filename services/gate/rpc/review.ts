import type { MethodImpl } from '@connectrpc/connect'
import type { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { GateContext } from '../context.ts'
import { requireSuite } from '../domain/approvals/approval-inputs.ts'
import { reasonNotToCertify } from '../domain/approvals/duties.ts'
import { unmeasuredItems } from '../domain/approvals/measured.ts'
import { reviewOf } from '../domain/approvals/review.ts'
import { changesSince } from '../domain/approvals/review-changes.ts'
import { messages } from '../domain/decision/messages.ts'
import { outcomeOf } from '../domain/decision/outcome.ts'
import { thresholdOutcome } from '../domain/systems/suite.ts'
import { OUTCOMES } from '../domain/words.ts'

/** CertificationService.Review (docs/gate-rules.md, "What was reviewed") */
export function review(
  ctx: Pick<GateContext, 'decisions'>,
): MethodImpl<typeof CertificationService.method.review> {
  return async (request, context) => {
    const caller = callerOf(context)
    const { organizationId } = caller
    const systemId = request.aiSystemId
    const found = await ctx.decisions.review({ organizationId, systemId })
    if (found === undefined) throw notFound('AI system')
    const { snapshot, facts } = found
    const suite = requireSuite(snapshot)
    const { text, hash } = reviewOf(snapshot, facts)
    const outcome = outcomeOf(suite.thresholds)
    const obstacle = reasonNotToCertify(snapshot, facts, caller)
    return {
      reviewedHash: hash,
      reviewed: text,
      suiteId: suite.id,
      suiteName: suite.name,
      suiteVersion: suite.version,
      outcome: OUTCOMES.value(outcome),
      thresholds: suite.thresholds.map(thresholdOutcome),
      agents: snapshot.profiles.map((profile) => ({
        profileId: profile.id,
        agentIdentity: profile.agent_identity,
        tools: facts.agents.get(profile.id)?.tools ?? [],
        modelName: profile.model_name,
        modelVersion: profile.model_version,
        promptVersion: profile.prompt_version,
      })),
      attestationRoles: snapshot.ai_system.attestation_roles,
      changes: changesSince(snapshot, facts),
      obstacles: [
        ...(outcome === 'met' ? [] : [messages.no_approved_run(snapshot)]),
        ...unmeasuredItems(snapshot, facts),
        ...(obstacle === undefined ? [] : [obstacle]),
      ],
    }
  }
}
