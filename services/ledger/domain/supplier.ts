import { clearField, create } from '@bufbuild/protobuf'
import {
  AssessmentStatus,
  type AssessSupplierRequest,
  type CreateSupplierRequest,
  type EditSupplierRequest,
  type Supplier,
  SupplierSchema,
} from '../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { requireVersion, requireVersionIfNamed } from '../../kernel/errors/expected-version.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { EMAIL_PATTERN } from '../../kernel/values/limits.ts'
import { timestamp } from '../../kernel/values/time.ts'
import { givenFields, optionalTexts } from './edited.ts'

/** The records of suppliers' versions. */
export const supplierRecords = recordCodec(SupplierSchema)

/** Returns the first version of a supplier: assessment pending, risk score 0 (docs/api.md 2.3). @throws DomainError VALIDATION */
export function registerSupplier(id: string, request: CreateSupplierRequest, createdAt: Date): Supplier {
  const { $typeName: _, ...fields } = request
  return create(SupplierSchema, {
    ...fields,
    id,
    riskScore: 0,
    assessmentStatus: AssessmentStatus.PENDING,
    createdAt: timestamp(createdAt),
    version: 1,
  })
}

/**
 * Returns the next version of a supplier, with the given fields changed. An empty text clears an optional field.
 *
 * @throws DomainError CONFLICT, VALIDATION
 */
export function editSupplier(supplier: Supplier, request: EditSupplierRequest): Supplier {
  const { $typeName: _, $unknown: __, id: ___, expectedVersion, ...fields } = request
  const { contactEmail = '' } = fields
  new Checks()
    .that(
      contactEmail === '' || EMAIL_PATTERN.test(contactEmail),
      'contact_email',
      'must be an e-mail address, or empty for none',
    )
    .done()
  requireVersion('supplier', supplier, expectedVersion)
  const given = givenFields(fields)
  const next: Supplier = { ...supplier, ...given, version: supplier.version + 1 }
  const emptied = Object.entries(given).flatMap(([name, value]) => (value === '' ? name : []))
  for (const field of OPTIONAL) if (emptied.includes(field.localName)) clearField(next, field)
  return next
}

const OPTIONAL = optionalTexts(SupplierSchema)

/** Returns the next version of a supplier, with the result of the assessment. @throws DomainError CONFLICT */
export function assessSupplier(supplier: Supplier, request: AssessSupplierRequest): Supplier {
  const { status, riskScore = supplier.riskScore, expectedVersion } = request
  requireVersionIfNamed('supplier', supplier, expectedVersion)
  return { ...supplier, assessmentStatus: status, riskScore, version: supplier.version + 1 }
}
