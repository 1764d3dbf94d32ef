import type { MessageInitShape } from '@bufbuild/protobuf'
import type { Asset, CreateAssetRequestSchema } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import type { AssetBody } from '../schema/assets.ts'
import { timeJson } from './values.ts'
import { WORDS } from './words.ts'

export function assetRequest(body: AssetBody): MessageInitShape<typeof CreateAssetRequestSchema> {
  return {
    name: body.name,
    assetType: body.asset_type,
    classification: WORDS.classification.value(body.classification),
    businessCriticality: WORDS.criticality.value(body.business_criticality),
    hostedInEu: body.hosted_in_eu ?? false,
    containsPersonalData: body.contains_personal_data ?? false,
  }
}

export function assetJson(asset: Asset) {
  return {
    id: asset.id,
    name: asset.name,
    asset_type: asset.assetType,
    classification: WORDS.classification.word(asset.classification),
    business_criticality: WORDS.criticality.word(asset.businessCriticality),
    hosted_in_eu: asset.hostedInEu,
    contains_personal_data: asset.containsPersonalData,
    status: WORDS.assetStatus.word(asset.status),
    created_at: timeJson(asset.createdAt),
  }
}
