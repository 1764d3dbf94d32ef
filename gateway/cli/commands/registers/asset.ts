import { type Command, Option } from 'commander'
import {
  AssetSchema,
  AssetService,
  type Classification,
  ClassificationSchema,
  type Criticality,
  CriticalitySchema,
  ListAssetsRequestSchema,
} from '../../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { listing, listOptions } from '../../options/filters.ts'
import { changes, given } from '../../options/given.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, personVerb, resource, retriable, uuid, wholeNumber } from '../command.ts'

const { createAsset, editAsset, listAssets, retireAsset } = AssetService.method
const CLASSIFICATION = enumText<Classification>(ClassificationSchema)
const CRITICALITY = enumText<Criticality>(CriticalitySchema)

export function assetCommand(): Command {
  return resource('asset', 'Assets', [listVerb(), createVerb(), editVerb(), retireVerb()])
}

function listVerb(): Command {
  return listOptions(
    personVerb('list', 'List the assets.', 'asset list --org ID --asset-type database'),
    ListAssetsRequestSchema,
  ).action(
    listing(
      ListAssetsRequestSchema,
      async (call, asked) => {
        const { assets, ...page } = await call(listAssets, asked)
        return { rows: assets, ...page }
      },
      (found) => {
        const rows = found.map((asset) => plain(AssetSchema, asset))
        return list(rows, ['id', 'name', 'asset_type', 'classification', 'business_criticality', 'status'])
      },
    ),
  )
}

function createVerb(): Command {
  return retriable(
    personVerb(
      'create',
      'Register an asset.',
      'asset create --org ID --name "Customer database" --asset-type database --classification confidential --business-criticality high',
    ),
  )
    .requiredOption('--name <name>', 'its name')
    .requiredOption('--asset-type <type>', 'e.g. system, application, database, service, ai_system')
    .addOption(
      new Option('--classification <classification>', 'its classification')
        .choices([...CLASSIFICATION.words])
        .makeOptionMandatory(),
    )
    .addOption(
      new Option('--business-criticality <criticality>', 'its criticality')
        .choices([...CRITICALITY.words])
        .makeOptionMandatory(),
    )
    .option('--hosted-in-eu', 'it is hosted in the EU')
    .option('--contains-personal-data', 'it contains personal data')
    .action(
      asPerson<Create>(async ({ classification, businessCriticality, ...options }, { call }) => {
        const { asset } = await call(createAsset, {
          ...options,
          classification: CLASSIFICATION.value(classification),
          businessCriticality: CRITICALITY.value(businessCriticality),
        })
        return item(plain(AssetSchema, asset!))
      }),
    )
}

function editVerb(): Command {
  return personVerb(
    'edit',
    'Change fields of an asset.',
    'asset edit --org ID --id ID --classification restricted --contains-personal-data',
  )
    .requiredOption('--id <id>', 'the asset', uuid)
    .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
    .option('--name <name>', 'its name')
    .option('--asset-type <type>', 'e.g. system, application, database, service, ai_system')
    .addOption(
      new Option('--classification <classification>', 'its classification').choices([
        ...CLASSIFICATION.words,
      ]),
    )
    .addOption(
      new Option('--business-criticality <criticality>', 'its criticality').choices([...CRITICALITY.words]),
    )
    .option('--hosted-in-eu', 'it is hosted in the EU')
    .option('--no-hosted-in-eu', 'it is not hosted in the EU')
    .option('--contains-personal-data', 'it contains personal data')
    .option('--no-contains-personal-data', 'it contains no personal data')
    .action(
      asPerson<Edit>(async (options, { call }) => {
        const { id, version, name, assetType, classification, businessCriticality, ...more } = options
        const { hostedInEu, containsPersonalData } = more
        changes({ name, assetType, classification, businessCriticality, hostedInEu, containsPersonalData })
        const current = async () => (await call(listAssets, { search: id })).assets[0]?.version
        const { asset } = await call(editAsset, {
          id,
          expectedVersion: version ?? (await current()) ?? 1,
          ...given({
            name,
            assetType,
            classification: classification === undefined ? undefined : CLASSIFICATION.value(classification),
            businessCriticality:
              businessCriticality === undefined ? undefined : CRITICALITY.value(businessCriticality),
            hostedInEu,
            containsPersonalData,
          }),
        })
        return item(plain(AssetSchema, asset!))
      }),
    )
}

function retireVerb(): Command {
  return personVerb('retire', 'Retire an asset.', 'asset retire --org ID --id ID')
    .requiredOption('--id <id>', 'the asset', uuid)
    .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
    .action(
      asPerson<{ id: string; version?: number }>(async ({ id, version = 0 }, { call }) =>
        item(plain(AssetSchema, (await call(retireAsset, { id, expectedVersion: version })).asset!)),
      ),
    )
}

type Create = {
  name: string
  assetType: string
  classification: string
  businessCriticality: string
  hostedInEu?: boolean
  containsPersonalData?: boolean
}

type Edit = Partial<Create> & { id: string; version?: number }
