import type { MethodImpl } from '@connectrpc/connect'
import type { SupplierService } from '../../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { commitRecord } from '../../../kernel/database/record-store.ts'
import { idempotencyRecordOf } from '../../../kernel/idempotency/idempotency.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { mintId } from '../../../kernel/values/ids.ts'
import type { LedgerContext } from '../../context.ts'
import { registerSupplier, supplierRecords } from '../../domain/supplier.ts'

/** SupplierService.CreateSupplier (docs/api.md 2.3) */
export function createSupplier(
  ctx: Pick<LedgerContext, 'suppliers' | 'clock'>,
): MethodImpl<typeof SupplierService.method.createSupplier> {
  return async (request, context) => {
    const caller = callerOf(context)
    const at = ctx.clock.now()
    const supplier = registerSupplier(mintId(at), request, at)
    const text = supplierRecords.write(caller.organizationId, supplier)
    const row = { id: supplier.id, version: 1, text }
    const answer = { supplier }
    await commitRecord(ctx.suppliers, { caller, at }, row, idempotencyRecordOf(context, answer))
    return answer
  }
}
