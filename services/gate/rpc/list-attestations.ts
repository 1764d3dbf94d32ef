import type { MethodImpl } from '@connectrpc/connect'
import type { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../kernel/lists/paging.ts'
import type { GateContext } from '../context.ts'
import { attestationMessage } from '../domain/approvals/attestation.ts'

/** CertificationService.ListAttestations */
export function listAttestations(
  ctx: Pick<GateContext, 'attestations'>,
): MethodImpl<typeof CertificationService.method.listAttestations> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const systemId = request.aiSystemId || undefined
    const { rows, nextCursor } = await readPageInParts(
      pageOf(request.page),
      (limit, before) => ctx.attestations.page(organizationId, systemId, limit, before),
      ({ record }) => attestationMessage(record),
      context.values.get(listPlaceKey),
    )
    return { attestations: rows, nextCursor }
  }
}
