import type { MethodImpl } from '@connectrpc/connect'
import {
  type AssetService,
  type AssetStatus,
  AssetStatusSchema,
  type Classification,
  ClassificationSchema,
  type Criticality,
  CriticalitySchema,
} from '../../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { listPlaceKey } from '../../../kernel/concurrency/list-places.ts'
import { callerOf } from '../../../kernel/identity/caller.ts'
import { countOf, listOptions } from '../../../kernel/lists/list.ts'
import { readPageInParts } from '../../../kernel/lists/paging.ts'
import { enumText } from '../../../kernel/values/enum-text.ts'
import type { LedgerContext } from '../../context.ts'
import { assetRecords } from '../../domain/asset.ts'
import { flag, listFilterOf } from '../../domain/lists/list-filter.ts'

/** AssetService.ListAssets (docs/api.md 4.1.1) */
export function listAssets(
  ctx: Pick<LedgerContext, 'assets' | 'lists'>,
): MethodImpl<typeof AssetService.method.listAssets> {
  return async (request, context) => {
    const { organizationId } = callerOf(context)
    const filter = listFilterOf(organizationId, 'assets', {
      ...request,
      values: {
        asset_type: request.assetType === '' ? [] : [request.assetType],
        classification: request.classification.map(CLASSIFICATIONS.word),
        business_criticality: request.businessCriticality.map(CRITICALITIES.word),
        status: request.status.map(STATUSES.word),
        hosted_in_eu: flag(request.hostedInEu),
        contains_personal_data: flag(request.containsPersonalData),
      },
    })
    const { page, order, withCount } = listOptions(request)
    const texts = (limit: number, cursor: string | undefined) =>
      filter === undefined && order === 'newest'
        ? ctx.assets.page(organizationId, limit, cursor)
        : ctx.lists.find({ organizationId, type: 'assets', filter: filter ?? {}, order, limit, cursor })
    const { rows, nextCursor } = await readPageInParts(
      page,
      texts,
      assetRecords.read,
      context.values.get(listPlaceKey),
    )
    if (!withCount) return { assets: rows, nextCursor }
    const count = countOf(await ctx.lists.count(organizationId, 'assets', filter ?? {}))
    return { assets: rows, nextCursor, count }
  }
}

const CLASSIFICATIONS = enumText<Classification>(ClassificationSchema)
const CRITICALITIES = enumText<Criticality>(CriticalitySchema)
const STATUSES = enumText<AssetStatus>(AssetStatusSchema)
