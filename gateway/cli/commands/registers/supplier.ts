import { type Command, Option } from 'commander'
import {
  type AssessmentStatus,
  AssessmentStatusSchema,
  ListSuppliersRequestSchema,
  type SupplierCategory,
  SupplierCategorySchema,
  SupplierSchema,
  SupplierService,
} from '../../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { enumText } from '../../../../services/kernel/values/enum-text.ts'
import { listing, listOptions } from '../../options/filters.ts'
import { changes, given } from '../../options/given.ts'
import { plain } from '../../views/plain.ts'
import { item, list } from '../../views/views.ts'
import { asPerson, decimal, personVerb, resource, retriable, uuid, wholeNumber } from '../command.ts'

const { listSuppliers, assessSupplier, createSupplier, editSupplier } = SupplierService.method
const CATEGORY = enumText<SupplierCategory>(SupplierCategorySchema)
const STATUS = enumText<AssessmentStatus>(AssessmentStatusSchema)

export function supplierCommand(): Command {
  return resource('supplier', 'Suppliers', [listVerb(), createVerb(), editVerb(), assessVerb()])
}

function listVerb(): Command {
  return listOptions(
    personVerb('list', 'List the suppliers.', 'supplier list --org ID --category critical'),
    ListSuppliersRequestSchema,
  ).action(
    listing(
      ListSuppliersRequestSchema,
      async (call, asked) => {
        const { suppliers, ...page } = await call(listSuppliers, asked)
        return { rows: suppliers, ...page }
      },
      (found) => {
        const rows = found.map((supplier) => plain(SupplierSchema, supplier))
        return list(rows, ['id', 'name', 'category', 'assessment_status', 'risk_score'])
      },
    ),
  )
}

function createVerb(): Command {
  return retriable(
    personVerb(
      'create',
      'Register a supplier.',
      'supplier create --org ID --name "Cloud Ltd" --category critical',
    ),
  )
    .requiredOption('--name <name>', 'its name')
    .addOption(
      new Option('--category <category>', 'its category').choices([...CATEGORY.words]).makeOptionMandatory(),
    )
    .option('--org-number <number>', 'its company registration number')
    .option('--service-description <text>', 'what it supplies')
    .option('--contact-email <address>', 'the contact')
    .action(
      asPerson<Create>(async ({ category, ...options }, { call }) => {
        const { supplier } = await call(createSupplier, { ...options, category: CATEGORY.value(category) })
        return item(plain(SupplierSchema, supplier!))
      }),
    )
}

function editVerb(): Command {
  return personVerb(
    'edit',
    'Change fields of a supplier.',
    'supplier edit --org ID --id ID --category critical --contact-email desk@cloud.example',
  )
    .requiredOption('--id <id>', 'the supplier', uuid)
    .option('--version <n>', 'the version that was read (default: the current one)', wholeNumber)
    .option('--name <name>', 'its name')
    .addOption(new Option('--category <category>', 'its category').choices([...CATEGORY.words]))
    .option('--org-number <number>', 'its company registration number; "" for none')
    .option('--service-description <text>', 'what it supplies; "" for none')
    .option('--contact-email <address>', 'the contact; "" for nobody')
    .action(
      asPerson<Edit>(async (options, { call }) => {
        const { id, version, name, category, orgNumber, serviceDescription, contactEmail } = options
        changes({ name, category, orgNumber, serviceDescription, contactEmail })
        const current = async () => (await call(listSuppliers, { search: id })).suppliers[0]?.version
        const { supplier } = await call(editSupplier, {
          id,
          expectedVersion: version ?? (await current()) ?? 1,
          ...given({ name, orgNumber, serviceDescription, contactEmail }),
          ...given({ category: category === undefined ? undefined : CATEGORY.value(category) }),
        })
        return item(plain(SupplierSchema, supplier!))
      }),
    )
}

function assessVerb(): Command {
  return personVerb(
    'assess',
    'Record an assessment of a supplier.',
    'supplier assess --org ID --id ID --status approved --risk-score 20',
  )
    .requiredOption('--id <id>', 'the supplier', uuid)
    .addOption(
      new Option('--status <status>', 'the status of the assessment')
        .choices([...STATUS.words])
        .makeOptionMandatory(),
    )
    .option('--risk-score <n>', '0 to 100', decimal)
    .action(
      asPerson<Assess>(async ({ id, status, riskScore }, { call }) => {
        const { supplier } = await call(assessSupplier, {
          id,
          status: STATUS.value(status),
          ...given({ riskScore }),
        })
        return item(plain(SupplierSchema, supplier!))
      }),
    )
}

type Assess = { id: string; status: string; riskScore?: number }

type Create = {
  name: string
  category: string
  orgNumber?: string
  serviceDescription?: string
  contactEmail?: string
}

type Edit = Partial<Create> & { id: string; version?: number }
