import type { MethodImpl } from '@connectrpc/connect'
import type { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { uuid } from '../../kernel/values/checks.ts'
import { mintId } from '../../kernel/values/ids.ts'
import type { GateContext } from '../context.ts'
import { certificationMessage, certificationText, certify as certified } from '../domain/certification.ts'
import { personOf } from '../domain/person.ts'

/** CertificationService.Certify */
export function certify(
  ctx: Pick<GateContext, 'certifications' | 'clock'>,
): MethodImpl<typeof CertificationService.method.certify> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const person = personOf(caller)
    const record = await ctx.certifications.append(
      { caller, at },
      uuid('ai_system_id', request.aiSystemId),
      (snapshot) => certified(mintId(at), snapshot, person, at),
      certificationText,
    )
    return { certification: certificationMessage(certificationText(record)) }
  }
}
