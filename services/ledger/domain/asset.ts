import { create } from '@bufbuild/protobuf'
import {
  type Asset,
  AssetSchema,
  AssetStatus,
  AssetStatusSchema,
  type Classification,
  ClassificationSchema,
  type CreateAssetRequest,
  type Criticality,
  CriticalitySchema,
} from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { DomainError, Reason } from '../../kernel/errors/errors.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import { LIMITS } from '../../kernel/values/limits.ts'
import { timestamp, timestampOf, timestampText } from '../../kernel/values/time.ts'

const CLASSIFICATIONS = enumText<Classification>(ClassificationSchema)
const CRITICALITIES = enumText<Criticality>(CriticalitySchema)
const ASSET_STATUSES = enumText<AssetStatus>(AssetStatusSchema)

/** The first version of an asset: active (docs/api.md 2.2). @throws DomainError VALIDATION */
export function registerAsset(id: string, request: CreateAssetRequest, createdAt: Date): Asset {
  new Checks()
    .text('name', request.name, LIMITS.title, 1)
    .kind('asset_type', request.assetType)
    .that(CLASSIFICATIONS.knows(request.classification), 'classification', CLASSIFICATIONS.expected)
    .that(CRITICALITIES.knows(request.businessCriticality), 'business_criticality', CRITICALITIES.expected)
    .done()
  const { $typeName: _, ...fields } = request
  return create(AssetSchema, {
    ...fields,
    id,
    status: AssetStatus.ACTIVE,
    createdAt: timestamp(createdAt),
    version: 1,
  })
}

/** The next version of an asset: retired. @throws DomainError CONFLICT when it already is. */
export function retireAsset(asset: Asset): Asset {
  if (asset.status === AssetStatus.RETIRED)
    throw new DomainError(Reason.CONFLICT, 'the asset is already retired')
  return { ...asset, status: AssetStatus.RETIRED, version: asset.version + 1 }
}

/** The record of an asset's version. */
export function assetRecord(organizationId: string, asset: Asset): string {
  return canonicalJson({
    organization_id: organizationId,
    id: asset.id,
    version: asset.version,
    name: asset.name,
    asset_type: asset.assetType,
    classification: CLASSIFICATIONS.word(asset.classification),
    business_criticality: CRITICALITIES.word(asset.businessCriticality),
    hosted_in_eu: asset.hostedInEu,
    contains_personal_data: asset.containsPersonalData,
    status: ASSET_STATUSES.word(asset.status),
    created_at: timestampText(asset.createdAt!),
  })
}

/** Reads a record back. */
export function assetOf(record: string): Asset {
  const stored = JSON.parse(record)
  return create(AssetSchema, {
    id: stored.id,
    version: stored.version,
    name: stored.name,
    assetType: stored.asset_type,
    classification: CLASSIFICATIONS.value(stored.classification),
    businessCriticality: CRITICALITIES.value(stored.business_criticality),
    hostedInEu: stored.hosted_in_eu,
    containsPersonalData: stored.contains_personal_data,
    status: ASSET_STATUSES.value(stored.status),
    createdAt: timestampOf(stored.created_at),
  })
}
