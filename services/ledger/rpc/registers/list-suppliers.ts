import type { MethodImpl } from '@connectrpc/connect'
import {
  type AssessmentStatus,
  AssessmentStatusSchema,
  type SupplierCategory,
  SupplierCategorySchema,
  type SupplierService,
} from '../../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { listPlaceKey } from '../../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { countOf, listOptions } from '../../../kernel/lists/list.ts'
import { readPageInParts } from '../../../kernel/lists/paging.ts'
import { enumText } from '../../../kernel/values/enum-text.ts'
import type { LedgerContext } from '../../context.ts'
import { listFilterOf } from '../../domain/lists/list-filter.ts'
import { supplierRecords } from '../../domain/supplier.ts'

/** SupplierService.ListSuppliers (docs/api.md 4.1.1) */
export function listSuppliers(
  ctx: Pick<LedgerContext, 'suppliers' | 'lists'>,
): MethodImpl<typeof SupplierService.method.listSuppliers> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = listFilterOf(organizationId, 'suppliers', {
      ...request,
      values: {
        category: request.category.map(CATEGORIES.word),
        assessment_status: request.assessmentStatus.map(STATUSES.word),
      },
    })
    const { page, order, withCount } = listOptions(request)
    const texts = (limit: number, cursor: string | undefined) =>
      filter === undefined && order === 'newest'
        ? ctx.suppliers.page(organizationId, limit, cursor)
        : ctx.lists.find({ organizationId, type: 'suppliers', filter: filter ?? {}, order, limit, cursor })
    const { rows, nextCursor } = await readPageInParts(
      page,
      texts,
      supplierRecords.read,
      context.values.get(listPlaceKey),
    )
    if (!withCount) return { suppliers: rows, nextCursor }
    const count = countOf(await ctx.lists.count(organizationId, 'suppliers', filter ?? {}))
    return { suppliers: rows, nextCursor, count }
  }
}

const CATEGORIES = enumText<SupplierCategory>(SupplierCategorySchema)
const STATUSES = enumText<AssessmentStatus>(AssessmentStatusSchema)
