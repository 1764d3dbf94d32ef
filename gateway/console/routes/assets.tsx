import { type ReactNode, useState } from 'react'
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
} from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import { useList } from '../api/list.ts'
import { Action } from '../parts/action.tsx'
import { EnumBadge } from '../parts/badge.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Filter, useAddress } from '../parts/filter.tsx'
import { ImportCsv } from '../parts/import-csv.tsx'
import { ListBar, useRowFilter } from '../parts/list-bar.tsx'
import { Card, Facts, PageHead } from '../parts/page.tsx'
import { RecordId } from '../parts/record-id.tsx'
import { SaveList } from '../parts/save-list.tsx'
import { Empty } from '../parts/states.tsx'
import { type Column, ListTable } from '../parts/table.tsx'
import { Exact, When } from '../parts/time.tsx'
import { choicesOf, readable } from '../parts/words.ts'

/** The register of assets. */
export function Page(): ReactNode {
  const [{ status, classification, criticality }] = useAddress()
  const filter = {
    ...useRowFilter(),
    ...(status === undefined ? {} : { status: [Number(status) as AssetStatus] }),
    ...(classification === undefined ? {} : { classification: [Number(classification) as Classification] }),
    ...(criticality === undefined ? {} : { businessCriticality: [Number(criticality) as Criticality] }),
  }
  const isFiltered = Object.keys(filter).some((name) => name !== 'withCount' && name !== 'order')
  const list = useList(AssetService.method.listAssets, filter, ({ assets }) => assets)
  const [open, setOpen] = useState<Asset>()
  return (
    <>
      <PageHead title="Assets" about="What there is to protect, how it is classified and how critical it is.">
        <SaveList
          method={AssetService.method.listAssets}
          input={filter}
          pick={({ assets }) => assets}
          row={AssetSchema}
          name="assets"
        />
        <ImportCsv method={AssetService.method.createAsset} title="Import assets from CSV" one="asset" />
        <NewAsset />
      </PageHead>
      <ListBar count={list.count} one="asset">
        <Filter name="status" label="Status" options={choicesOf(AssetStatusSchema)} />
        <Filter name="classification" label="Classification" options={choicesOf(ClassificationSchema)} />
        <Filter name="criticality" label="Criticality" options={choicesOf(CriticalitySchema)} />
      </ListBar>
      <Card flush>
        <ListTable
          list={list}
          caption="Assets"
          columns={COLUMNS}
          id={({ id }) => id}
          open={setOpen}
          actions={(row) => <Retire asset={row} />}
          empty={
            isFiltered ? (
              <Empty title="No asset matches.">Change or clear the filters.</Empty>
            ) : (
              <Empty title="No assets yet.">
                Systems report their assets over the API: <code>POST /api/v1/assets</code>.
              </Empty>
            )
          }
        />
      </Card>
      {open !== undefined && (
        <Dialog title={open.name} onClose={() => setOpen(undefined)} wide>
          <Facts
            of={[
              ['Type', readable(open.assetType)],
              ['Status', <EnumBadge key="status" schema={AssetStatusSchema} value={open.status} />],
              [
                'Classification',
                <EnumBadge key="c" schema={ClassificationSchema} value={open.classification} />,
              ],
              [
                'Criticality',
                <EnumBadge key="b" schema={CriticalitySchema} value={open.businessCriticality} />,
              ],
              ['Personal data', open.containsPersonalData ? 'yes' : 'no'],
              ['Hosted in the EU', open.hostedInEu ? 'yes' : 'no'],
              ['Recorded', <Exact key="at" at={open.createdAt} />],
              ['Id', <RecordId key="id" id={open.id} />],
            ]}
          />
        </Dialog>
      )}
    </>
  )
}

function Retire({ asset }: { asset: Asset }): ReactNode {
  if (asset.status !== AssetStatus.ACTIVE) return null
  return (
    <Action
      method={AssetService.method.retireAsset}
      label="Retire"
      title={`Retire ${asset.name}`}
      tone="bad"
      about="The asset stays in the register, as retired. This cannot be undone."
      request={() => ({ id: asset.id })}
      done={`${asset.name} is retired.`}
    />
  )
}

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
      fields={[
        { name: 'name', label: 'Name', required: true },
        {
          name: 'assetType',
          label: 'Type',
          kind: 'select',
          options: TYPES.map((type) => [type, readable(type)]),
        },
        {
          name: 'classification',
          label: 'Classification',
          kind: 'select',
          options: choicesOf(ClassificationSchema),
        },
        { name: 'criticality', label: 'Criticality', kind: 'select', options: choicesOf(CriticalitySchema) },
        { name: 'containsPersonalData', label: 'Holds personal data', kind: 'check' },
        { name: 'hostedInEu', label: 'Hosted in the EU', kind: 'check' },
      ]}
      request={(values) => ({
        name: values.text('name'),
        assetType: values.text('assetType'),
        classification: values.chosen<Classification>('classification'),
        businessCriticality: values.chosen<Criticality>('criticality'),
        containsPersonalData: values.checked('containsPersonalData'),
        hostedInEu: values.checked('hostedInEu'),
      })}
      done="The asset is recorded."
    />
  )
}
