import type { Command } from 'commander'
import {
  AssetSchema,
  AssetService,
  ListAssetsRequestSchema,
} from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { acting, personVerb, resource, uuid } from '../command.ts'
import { filterOf, listOptions } from '../filters.ts'
import { readAll } from '../pages.ts'
import { plain } from '../plain.ts'
import { item, list } from '../views.ts'

const { listAssets, retireAsset } = AssetService.method

export function assetCommand(): Command {
  return resource('asset', 'Assets', [
    listOptions(
      personVerb('list', 'List the assets.', 'asset list --org ID --asset-type database'),
      ListAssetsRequestSchema,
    ).action(
      acting<{ limit?: number }>(async (options, { call }) => {
        const filter = filterOf(ListAssetsRequestSchema, options)
        const found = await readAll(options.limit, async (page) => {
          const { assets, nextCursor } = await call(listAssets, { ...filter, page })
          return { rows: assets, nextCursor }
        })
        const rows = found.map((asset) => plain(AssetSchema, asset))
        return list(rows, ['id', 'name', 'asset_type', 'classification', 'business_criticality', 'status'])
      }),
    ),
    personVerb('retire', 'Retire an asset.', 'asset retire --org ID --id ID')
      .requiredOption('--id <id>', 'the asset', uuid)
      .action(
        acting<{ id: string }>(async ({ id }, { call }) =>
          item(plain(AssetSchema, (await call(retireAsset, { id })).asset!)),
        ),
      ),
  ])
}
