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
import { readCountedList } from '../../../kernel/lists/counted-list.ts'
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
    const { rows, ...read } = await readCountedList(
      request,
      {
        read: (range) =>
          filter === undefined && range.order === 'newest'
            ? ctx.assets.page(organizationId, range.limit, range.cursor)
            : ctx.lists.find({ organizationId, type: 'assets', filter: filter ?? {}, ...range }),
        decode: assetRecords.read,
        count: () => ctx.lists.count(organizationId, 'assets', filter ?? {}),
      },
      context.values.get(listPlaceKey),
    )
    return { assets: rows, ...read }
  }
}

const CLASSIFICATIONS = enumText<Classification>(ClassificationSchema)
const CRITICALITIES = enumText<Criticality>(CriticalitySchema)
const STATUSES = enumText<AssetStatus>(AssetStatusSchema)
