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
import { readCountedList } from '../../../kernel/lists/counted-list.ts'
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
    const { rows, ...read } = await readCountedList(
      request,
      {
        read: (range) =>
          filter === undefined && range.order === 'newest'
            ? ctx.suppliers.page(organizationId, range.limit, range.cursor)
            : ctx.lists.find({ organizationId, type: 'suppliers', filter: filter ?? {}, ...range }),
        decode: supplierRecords.read,
        count: () => ctx.lists.count(organizationId, 'suppliers', filter ?? {}),
      },
      context.values.get(listPlaceKey),
    )
    return { suppliers: rows, ...read }
  }
}

const CATEGORIES = enumText<SupplierCategory>(SupplierCategorySchema)
const STATUSES = enumText<AssessmentStatus>(AssessmentStatusSchema)
