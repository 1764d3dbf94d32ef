import type { MethodImpl } from '@connectrpc/connect'
import type { SupplierService } from '../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { madeFrom } from '../../kernel/audit/made-from.ts'
import { commitRecord } from '../../kernel/database/record-store.ts'
import { notFound } from '../../kernel/errors/errors.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import type { LedgerContext } from '../context.ts'
import { editSupplier as edit, supplierRecords } from '../domain/supplier.ts'

/** SupplierService.EditSupplier */
export function editSupplier(
  ctx: Pick<LedgerContext, 'suppliers' | 'clock'>,
): MethodImpl<typeof SupplierService.method.editSupplier> {
  return async (request, context) => {
    const caller = callerOf(context)
    const { organizationId } = caller
    const current = await ctx.suppliers.current(organizationId, request.id.toLowerCase())
    if (current === undefined) throw notFound('supplier')
    const supplier = edit(supplierRecords.read(current), request)
    const row = {
      id: supplier.id,
      version: supplier.version,
      text: supplierRecords.write(organizationId, supplier),
    }
    const call = { caller, at: ctx.clock.now(), details: madeFrom(current) }
    await commitRecord(ctx.suppliers, call, row)
    return { supplier }
  }
}
