import { z } from 'zod'
import { AssetService } from '../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { assetJson, assetRequest } from '../mapping/assets.ts'
import { cursorJson } from '../mapping/values.ts'
import { asset, assetBody } from '../schema/assets.ts'
import { out, page, pageRequest } from '../schema/fields.ts'
import { operation } from './operation.ts'

const { createAsset, listAssets } = AssetService.method
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
    body: assetBody,
    response: asset,
    handle: async ({ body }, { clients, options }) => {
      const created = await clients.assets.createAsset(assetRequest(body), options)
      return assetJson(created.asset!)
    },
  }),
  operation({
    rpc: listAssets,
    method: 'GET',
    path: '/assets',
    permission: 'assets:read',
    summary: 'List assets, newest first',
    tag,
    query: z.object(page),
    response: out.list(asset),
    handle: async ({ query }, { clients, options }) => {
      const { assets, nextCursor } = await clients.assets.listAssets({ page: pageRequest(query) }, options)
      return { data: assets.map(assetJson), next_cursor: cursorJson(nextCursor) }
    },
  }),
]
