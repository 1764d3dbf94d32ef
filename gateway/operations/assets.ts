import {
  AssetSchema,
  AssetService,
  CreateAssetRequestSchema,
  ListAssetsRequestSchema,
} from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { answer } from '../schema/answer.ts'
import { cursorJson, out } from '../schema/fields.ts'
import { requestBody, requestQuery } from '../schema/request.ts'
import { operation } from './operation.ts'

const { createAsset, listAssets } = AssetService.method
const asset = answer(AssetSchema)
const tag = 'Assets'

/** docs/api.md 2.2, 4. */
export const assetOperations = [
  operation({
    rpc: createAsset,
    method: 'POST',
    path: '/assets',
    permission: 'assets:write',
    summary: 'Create an asset',
    tag,
    body: requestBody(CreateAssetRequestSchema),
    response: asset.schema,
    handle: async ({ body }, { clients, options }) => {
      const created = await clients.assets.createAsset(body, options)
      return asset.json(created.asset!)
    },
  }),
  operation({
    rpc: listAssets,
    method: 'GET',
    path: '/assets',
    permission: 'assets:read',
    summary: 'List assets, newest first',
    tag,
    query: requestQuery(ListAssetsRequestSchema),
    response: out.list(asset.schema),
    handle: async ({ query }, { clients, options }) => {
      const { assets, nextCursor } = await clients.assets.listAssets(query, options)
      return { data: assets.map(asset.json), next_cursor: cursorJson(nextCursor) }
    },
  }),
]
