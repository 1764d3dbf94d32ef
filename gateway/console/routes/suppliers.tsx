import type { ReactNode } from 'react'
import {
  AssessmentStatus,
  AssessmentStatusSchema,
  type AssessSupplierRequestSchema,
  type AssessSupplierResponseSchema,
  type EditSupplierRequestSchema,
  type EditSupplierResponseSchema,
  type Supplier,
  type SupplierCategory,
  SupplierCategorySchema,
  SupplierSchema,
  SupplierService,
} from '../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
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
import { Exact, None, When } from '../components/time.tsx'
import { choicesOf } from '../language/words.ts'

/** The register of suppliers. */
export function Page(): ReactNode {
  const { category, assessment } = useParameters(KINDS)
  const filter = {
    ...(category === undefined ? {} : { category: [Number(category) as SupplierCategory] }),
    ...(assessment === undefined ? {} : { assessmentStatus: [Number(assessment) as AssessmentStatus] }),
  }
  return (
    <ListPage
      title="Suppliers"
      about="Who the organization depends on. The category decides which assessment is needed."
      method={SupplierService.method.listSuppliers}
      filter={filter}
      pick={({ suppliers }) => suppliers}
      row={SupplierSchema}
      name="suppliers"
      one="supplier"
      filters={
        <>
          <Filter name="category" label="Category" options={choicesOf(SupplierCategorySchema)} />
          <Filter name="assessment" label="Assessment" options={choicesOf(AssessmentStatusSchema)} />
        </>
      }
      kinds={KINDS}
      columns={COLUMNS}
      id={({ id }) => id}
      actions={(supplier) => (
        <>
          <Action {...edit(supplier)} />
          <Action {...assess(supplier)} />
        </>
      )}
      opened={(supplier, close) => <Opened supplier={supplier} onClose={close} />}
      empty={
        <Empty title="No suppliers yet.">
          Record the first one with <b>New supplier</b>, or many from a spreadsheet with <b>Import CSV</b>.
          Systems report theirs over the API: <code>POST /api/v1/suppliers</code>.
        </Empty>
      }
      unmatched={<Empty title="No supplier matches.">Change or clear the filters.</Empty>}
    >
      <ImportCsv
        method={SupplierService.method.createSupplier}
        list={SupplierService.method.listSuppliers}
        pick={({ suppliers }) => suppliers}
        identity={['name', 'org_number']}
        title="Import suppliers from CSV"
        one="supplier"
      />
      <NewSupplier />
    </ListPage>
  )
}

const KINDS = {
  q: searchedByWord,
  category: enumValue(SupplierCategorySchema),
  assessment: enumValue(AssessmentStatusSchema),
}

function Opened({ supplier, onClose }: { supplier: Supplier; onClose: () => void }): ReactNode {
  return (
    <Dialog title={supplier.name} onClose={onClose} wide>
      <Facts
        of={[
          ['Category', <EnumBadge key="c" schema={SupplierCategorySchema} value={supplier.category} />],
          [
            'Assessment',
            <EnumBadge key="a" schema={AssessmentStatusSchema} value={supplier.assessmentStatus} />,
          ],
          ['Risk score', scoreOf(supplier)],
          ['Organization number', supplier.orgNumber],
          ['Service', supplier.serviceDescription],
          ['Contact', supplier.contactEmail],
          ['Recorded', <Exact key="at" at={supplier.createdAt} />],
          ['Id', <RecordId key="id" id={supplier.id} />],
        ]}
      />
    </Dialog>
  )
}

const edit = (
  supplier: Supplier,
): ActionProps<typeof EditSupplierRequestSchema, typeof EditSupplierResponseSchema> => ({
  method: SupplierService.method.editSupplier,
  label: 'Edit',
  confirm: 'Save',
  title: `Edit ${supplier.name}`,
  fields: fieldsOf(supplier),
  version: supplier.version,
  request: (values, expectedVersion) => ({
    id: supplier.id,
    expectedVersion,
    ...values.edited({
      name: values.text('name'),
      category: values.chosen<SupplierCategory>('category'),
      orgNumber: values.text('orgNumber'),
      serviceDescription: values.text('serviceDescription'),
      contactEmail: values.text('contactEmail'),
    }),
  }),
  done: `${supplier.name} is changed.`,
})

const assess = (
  supplier: Supplier,
): ActionProps<typeof AssessSupplierRequestSchema, typeof AssessSupplierResponseSchema> => ({
  method: SupplierService.method.assessSupplier,
  label: 'Assess',
  title: `Assess ${supplier.name}`,
  fields: [
    {
      name: 'status',
      label: 'Assessment',
      kind: 'select',
      options: choicesOf(AssessmentStatusSchema),
      value: String(supplier.assessmentStatus),
    },
    {
      name: 'riskScore',
      label: 'Risk score, 0 to 100',
      kind: 'number',
      min: 0,
      max: 100,
      step: 'any',
      value: String(supplier.riskScore),
    },
  ],
  version: supplier.version,
  request: (values, expectedVersion) => ({
    id: supplier.id,
    expectedVersion,
    status: values.chosen<AssessmentStatus>('status'),
    ...values.changed({ riskScore: values.number('riskScore') }),
  }),
  done: `The assessment of ${supplier.name} is recorded.`,
})

/** The score of the assessment; none while nobody has assessed the supplier. */
const scoreOf = ({ riskScore, assessmentStatus }: Supplier): string | undefined =>
  riskScore === 0 && UNASSESSED.has(assessmentStatus) ? undefined : String(riskScore)

const UNASSESSED = new Set<AssessmentStatus>([AssessmentStatus.PENDING, AssessmentStatus.IN_PROGRESS])

const COLUMNS: Column<Supplier>[] = [
  { label: 'Name', cell: ({ name }) => <>{name}</> },
  {
    label: 'Category',
    cell: ({ category }) => <EnumBadge schema={SupplierCategorySchema} value={category} />,
  },
  {
    label: 'Assessment',
    cell: ({ assessmentStatus }) => <EnumBadge schema={AssessmentStatusSchema} value={assessmentStatus} />,
  },
  { label: 'Risk score', kind: 'number', cell: (row) => scoreOf(row) ?? <None /> },
  { label: 'Recorded', cell: ({ createdAt }) => <When at={createdAt} /> },
]

function NewSupplier(): ReactNode {
  return (
    <Action
      method={SupplierService.method.createSupplier}
      label="New supplier"
      title="New supplier"
      tone="main"
      fields={fieldsOf()}
      request={(values) => ({
        name: values.text('name'),
        category: values.chosen<SupplierCategory>('category'),
        ...given('orgNumber', values),
        ...given('serviceDescription', values),
        ...given('contactEmail', values),
      })}
      done="The supplier is recorded."
    />
  )
}

/** The fields of a supplier; of a new one they are empty. */
const fieldsOf = (supplier?: Supplier): Field[] => [
  { name: 'name', label: 'Name', required: true, value: supplier?.name },
  {
    name: 'category',
    label: 'Category',
    kind: 'select',
    options: choicesOf(SupplierCategorySchema),
    value: supplier && String(supplier.category),
  },
  { name: 'orgNumber', label: 'Organization number', value: supplier?.orgNumber },
  {
    name: 'serviceDescription',
    label: 'Service',
    kind: 'textarea',
    rows: 2,
    value: supplier?.serviceDescription,
  },
  { name: 'contactEmail', label: 'Contact', kind: 'email', value: supplier?.contactEmail },
]

/** Returns an optional field, if something was typed in it. */
function given(name: string, values: Values): { [name: string]: string } {
  return values.text(name) === '' ? {} : { [name]: values.text(name) }
}
