import { create } from '@bufbuild/protobuf'
import {
  type Asset,
  AssetSchema,
  AssetStatus,
  type CreateAssetRequest,
  type EditAssetRequest,
} from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { requireVersion, requireVersionIfNamed } from '../../kernel/errors/expected-version.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { givenFields } from './edited.ts'

/** The records of assets' versions. */
export const assetRecords = recordCodec(AssetSchema)

/** Returns the first version of an asset, which is active (docs/api.md 2.2). @throws DomainError VALIDATION */
export function registerAsset(id: string, request: CreateAssetRequest, createdAt: Date): Asset {
  const { $typeName: _, ...fields } = request
  return create(AssetSchema, {
    ...fields,
    id,
    status: AssetStatus.ACTIVE,
    createdAt: timestamp(createdAt),
    version: 1,
  })
}

/** Returns the next version of an asset, with the given fields changed. @throws DomainError CONFLICT, VALIDATION */
export function editAsset(asset: Asset, request: EditAssetRequest): Asset {
  const { $typeName: _, $unknown: __, id: ___, expectedVersion, ...fields } = request
  requireVersion('asset', asset, expectedVersion)
  return { ...asset, ...givenFields(fields), version: asset.version + 1 }
}

/**
 * Returns the next version of an asset, which is retired.
 *
 * @throws DomainError CONFLICT if it is retired already or has another version
 */
export function retireAsset(asset: Asset, expectedVersion = 0): Asset {
  requireVersionIfNamed('asset', asset, expectedVersion)
  if (asset.status === AssetStatus.RETIRED)
    throw new DomainError(Reason.CONFLICT, 'the asset is already retired')
  return { ...asset, status: AssetStatus.RETIRED, version: asset.version + 1 }
}
