import type { MethodImpl } from '@connectrpc/connect'
import type { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { listPlaceKey } from '../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPageInParts } from '../../kernel/lists/paging.ts'
import type { GateContext } from '../context.ts'
import { certificationMessage } from '../domain/approvals/certification.ts'

/** CertificationService.ListCertifications */
export function listCertifications(
  ctx: Pick<GateContext, 'certifications'>,
): MethodImpl<typeof CertificationService.method.listCertifications> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const systemId = request.aiSystemId || undefined
    const { rows, nextCursor } = await readPageInParts(
      pageOf(request.page),
      (limit, before) => ctx.certifications.page(organizationId, systemId, limit, before),
      ({ record }) => certificationMessage(record),
      context.values.get(listPlaceKey),
    )
    return { certifications: rows, nextCursor }
  }
}
