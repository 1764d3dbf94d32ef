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

export function assetJson(it: Asset) {
  return {
    id: it.id,
    name: it.name,
    asset_type: it.assetType,
    classification: WORDS.classification.word(it.classification),
    business_criticality: WORDS.criticality.word(it.businessCriticality),
    hosted_in_eu: it.hostedInEu,
    contains_personal_data: it.containsPersonalData,
    status: WORDS.assetStatus.word(it.status),
    created_at: timeJson(it.createdAt),
  }
}
