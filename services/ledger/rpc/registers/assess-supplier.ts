import type { MethodImpl } from '@connectrpc/connect'
import type { SupplierService } from '../../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { commitNextVersion } from '../../../kernel/database/commit-next-version.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import type { LedgerContext } from '../../context.ts'
import { assessSupplier as assess, supplierRecords } from '../../domain/supplier.ts'

/** SupplierService.AssessSupplier */
export function assessSupplier(
  ctx: Pick<LedgerContext, 'suppliers' | 'clock'>,
): MethodImpl<typeof SupplierService.method.assessSupplier> {
  const suppliers = { name: 'supplier', store: ctx.suppliers, records: supplierRecords }
  return async (request, context) => {
    const by = { caller: callerOf(context), clock: ctx.clock }
    const supplier = await commitNextVersion(suppliers, by, request.id, (current) => assess(current, request))
    return { supplier }
  }
}
