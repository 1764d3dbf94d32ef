import type { MethodImpl } from '@connectrpc/connect'
import type { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { uuid } from '../../kernel/values/checks.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { GateContext } from '../context.ts'
import { attestationMessage, attestationText, attest as attested, attestor } from '../domain/attestation.ts'

/** CertificationService.Attest */
export function attest(
  ctx: Pick<GateContext, 'attestations' | 'clock'>,
): MethodImpl<typeof CertificationService.method.attest> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const { role, statement } = request
    const input = { role, statement, by: attestor(caller, request) }
    const record = await ctx.attestations.append(
      { caller, at },
      uuid('ai_system_id', request.aiSystemId),
      (snapshot) => attested(mintId(at), snapshot, input, at),
      attestationText,
    )
    return { attestation: attestationMessage(attestationText(record)) }
  }
}
