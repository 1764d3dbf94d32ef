import type { MethodImpl } from '@connectrpc/connect'
import type { CertificationService } from '../../../proto/gen/attestry/gate/v1/certifications_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/lists/paging.ts'
import type { GateContext } from '../context.ts'
import { certificationMessage } from '../domain/approvals/certification.ts'

/** CertificationService.ListCertifications */
export function listCertifications(
  ctx: Pick<GateContext, 'certifications'>,
): MethodImpl<typeof CertificationService.method.listCertifications> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const systemId = request.aiSystemId.toLowerCase() || undefined
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.certifications.page(organizationId, systemId, limit, before)).map(certificationMessage)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { certifications: rows, nextCursor }
  }
}
