import type { MethodImpl } from '@connectrpc/connect'
import type { SupplierService } from '../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { callerOf } from '../../kernel/identity/caller.ts'
import { pageOf, readPage } from '../../kernel/values/paging.ts'
import type { LedgerContext } from '../context.ts'
import { supplierRecords } from '../domain/supplier.ts'

/** SupplierService.ListSuppliers (docs/api.md 4.1.1) */
export function listSuppliers(
  ctx: Pick<LedgerContext, 'suppliers'>,
): MethodImpl<typeof SupplierService.method.listSuppliers> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const read = async (limit: number, before: string | undefined) =>
      (await ctx.suppliers.page(organizationId, limit, before)).map(supplierRecords.read)
    const { rows, nextCursor } = await readPage(pageOf(request.page), read, ({ id }) => id)
    return { suppliers: rows, nextCursor }
  }
}
