import type { MethodImpl } from '@connectrpc/connect'
import type { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/lists/paging.ts'
import type { GateContext } from '../context.ts'
import { attestationMessage } from '../domain/approvals/attestation.ts'

/** CertificationService.ListAttestations */
export function listAttestations(
  ctx: Pick<GateContext, 'attestations'>,
): MethodImpl<typeof CertificationService.method.listAttestations> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const systemId = request.aiSystemId.toLowerCase() || undefined
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.attestations.page(organizationId, systemId, limit, before)).map(attestationMessage)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { attestations: rows, nextCursor }
  }
}
