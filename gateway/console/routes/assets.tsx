import type { ReactNode } from 'react'
import {
  type Asset,
  AssetSchema,
  AssetService,
  AssetStatus,
  AssetStatusSchema,
  type Classification,
  ClassificationSchema,
  type Criticality,
  CriticalitySchema,
  type EditAssetRequestSchema,
  type EditAssetResponseSchema,
  type RetireAssetRequestSchema,
  type RetireAssetResponseSchema,
} from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { EnumBadge } from '../components/badge.tsx'
import { Action, type ActionProps } from '../components/forms/action.tsx'
import { Dialog } from '../components/forms/dialog.tsx'
import type { Field } from '../components/forms/field.ts'
import type { Values } from '../components/forms/values.ts'
import { Filter, useParameters } from '../components/lists/filter.tsx'
import { ImportCsv } from '../components/lists/import-csv.tsx'
import { ListPage } from '../components/lists/list-page.tsx'
import { enumValue, searchedByWord } from '../components/lists/parameters.ts'
import type { Column } from '../components/lists/table.tsx'
import { Facts } from '../components/page.tsx'
import { RecordId } from '../components/record-id.tsx'
import { Empty } from '../components/states.tsx'
import { Exact, When } from '../components/time.tsx'
import { choicesOf, readable } from '../language/words.ts'

/** The register of assets. */
export function Page(): ReactNode {
  const { status, classification, criticality } = useParameters(KINDS)
  const filter = {
    ...(status === undefined ? {} : { status: [Number(status) as AssetStatus] }),
    ...(classification === undefined ? {} : { classification: [Number(classification) as Classification] }),
    ...(criticality === undefined ? {} : { businessCriticality: [Number(criticality) as Criticality] }),
  }
  return (
    <ListPage
      title="Assets"
      about="The assets to protect, with their classification and criticality."
      method={AssetService.method.listAssets}
      filter={filter}
      pick={({ assets }) => assets}
      row={AssetSchema}
      name="assets"
      one="asset"
      filters={
        <>
          <Filter name="status" label="Status" options={choicesOf(AssetStatusSchema)} />
          <Filter name="classification" label="Classification" options={choicesOf(ClassificationSchema)} />
          <Filter name="criticality" label="Criticality" options={choicesOf(CriticalitySchema)} />
        </>
      }
      kinds={KINDS}
      columns={COLUMNS}
      id={({ id }) => id}
      actions={(asset) => (
        <>
          <Action {...edit(asset)} />
          {asset.status === AssetStatus.ACTIVE && <Action {...retire(asset)} />}
        </>
      )}
      opened={(asset, close) => <Opened asset={asset} onClose={close} />}
      empty={
        <Empty title="No assets yet.">
          Record the first one with <b>New asset</b>, or many from a spreadsheet with <b>Import CSV</b>.
          Systems report theirs over the API: <code>POST /api/v1/assets</code>.
        </Empty>
      }
      unmatched={<Empty title="No asset matches.">Change or clear the filters.</Empty>}
    >
      <ImportCsv
        method={AssetService.method.createAsset}
        list={AssetService.method.listAssets}
        pick={({ assets }) => assets}
        identity={['name', 'asset_type']}
        title="Import assets from CSV"
        one="asset"
      />
      <NewAsset />
    </ListPage>
  )
}

const KINDS = {
  q: searchedByWord,
  status: enumValue(AssetStatusSchema),
  classification: enumValue(ClassificationSchema),
  criticality: enumValue(CriticalitySchema),
}

function Opened({ asset, onClose }: { asset: Asset; onClose: () => void }): ReactNode {
  return (
    <Dialog title={asset.name} onClose={onClose} wide>
      <AssetFacts asset={asset} />
    </Dialog>
  )
}

function AssetFacts({ asset }: { asset: Asset }): ReactNode {
  return (
    <Facts
      of={[
        ['Type', readable(asset.assetType)],
        ['Status', <EnumBadge key="status" schema={AssetStatusSchema} value={asset.status} />],
        ['Classification', <EnumBadge key="c" schema={ClassificationSchema} value={asset.classification} />],
        ['Criticality', <EnumBadge key="b" schema={CriticalitySchema} value={asset.businessCriticality} />],
        ['Personal data', asset.containsPersonalData ? 'yes' : 'no'],
        ['Hosted in the EU', asset.hostedInEu ? 'yes' : 'no'],
        ['Recorded', <Exact key="at" at={asset.createdAt} />],
        ['Id', <RecordId key="id" id={asset.id} />],
      ]}
    />
  )
}

const edit = (asset: Asset): ActionProps<typeof EditAssetRequestSchema, typeof EditAssetResponseSchema> => ({
  method: AssetService.method.editAsset,
  label: 'Edit',
  confirm: 'Save',
  title: `Edit ${asset.name}`,
  fields: fieldsOf(asset),
  version: asset.version,
  request: (values, expectedVersion) => ({
    id: asset.id,
    expectedVersion,
    ...values.edited(given(values)),
  }),
  done: `${asset.name} is changed.`,
})

const retire = (
  asset: Asset,
): ActionProps<typeof RetireAssetRequestSchema, typeof RetireAssetResponseSchema> => ({
  method: AssetService.method.retireAsset,
  label: 'Retire',
  title: `Retire ${asset.name}`,
  tone: 'bad',
  about: 'The asset stays in the register, as retired. This cannot be undone.',
  content: <AssetFacts asset={asset} />,
  version: asset.version,
  request: (_, expectedVersion) => ({ id: asset.id, expectedVersion }),
  done: `${asset.name} is retired.`,
})

const COLUMNS: Column<Asset>[] = [
  { label: 'Name', cell: ({ name }) => <>{name}</> },
  { label: 'Type', cell: ({ assetType }) => <>{readable(assetType)}</> },
  {
    label: 'Classification',
    cell: ({ classification }) => <EnumBadge schema={ClassificationSchema} value={classification} />,
  },
  {
    label: 'Criticality',
    cell: ({ businessCriticality }) => <EnumBadge schema={CriticalitySchema} value={businessCriticality} />,
  },
  { label: 'Personal data', cell: ({ containsPersonalData }) => (containsPersonalData ? 'yes' : 'no') },
  { label: 'Status', cell: ({ status }) => <EnumBadge schema={AssetStatusSchema} value={status} /> },
  { label: 'Recorded', cell: ({ createdAt }) => <When at={createdAt} /> },
]

const TYPES = [
  'system',
  'application',
  'database',
  'service',
  'network',
  'endpoint',
  'cloud_resource',
  'ai_system',
  'ai_model',
  'dataset',
  'facility',
  'other',
]

function NewAsset(): ReactNode {
  return (
    <Action
      method={AssetService.method.createAsset}
      label="New asset"
      title="New asset"
      tone="main"
      fields={fieldsOf()}
      request={given}
      done="The asset is recorded."
    />
  )
}

/** The fields of an asset; of a new one they are empty. */
const fieldsOf = (asset?: Asset): Field[] => [
  { name: 'name', label: 'Name', required: true, value: asset?.name },
  {
    name: 'assetType',
    label: 'Type',
    kind: 'select',
    options: typesWith(asset?.assetType).map((type) => [type, readable(type)]),
    value: asset?.assetType,
  },
  {
    name: 'classification',
    label: 'Classification',
    kind: 'select',
    options: choicesOf(ClassificationSchema),
    value: asset && String(asset.classification),
  },
  {
    name: 'businessCriticality',
    label: 'Criticality',
    kind: 'select',
    options: choicesOf(CriticalitySchema),
    value: asset && String(asset.businessCriticality),
  },
  {
    name: 'containsPersonalData',
    label: 'Holds personal data',
    kind: 'check',
    value: asset?.containsPersonalData === true ? 'on' : undefined,
  },
  {
    name: 'hostedInEu',
    label: 'Hosted in the EU',
    kind: 'check',
    value: asset?.hostedInEu === true ? 'on' : undefined,
  },
]

/** The types that are offered. Systems may report other types too. */
const typesWith = (type = TYPES[0]!): string[] => (TYPES.includes(type) ? TYPES : [...TYPES, type])

const given = (values: Values) => ({
  name: values.text('name'),
  assetType: values.text('assetType'),
  classification: values.chosen<Classification>('classification'),
  businessCriticality: values.chosen<Criticality>('businessCriticality'),
  containsPersonalData: values.checked('containsPersonalData'),
  hostedInEu: values.checked('hostedInEu'),
})
