import { create } from '@bufbuild/protobuf'
import {
  type AssessmentStatus,
  AssessmentStatusSchema,
  type AssessSupplierRequest,
  type CreateSupplierRequest,
  AssessmentStatus as Status,
  type Supplier,
  type SupplierCategory,
  SupplierCategorySchema,
  SupplierSchema,
} from '../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { canonicalJson } from '../../kernel/canonical-json.ts'
import { Checks } from '../../kernel/values/checks.ts'
import { enumText } from '../../kernel/values/enum-text.ts'
import { EMAIL_PATTERN, LIMITS } from '../../kernel/values/limits.ts'
import { timestamp, timestampOf, timestampText } from '../../kernel/values/time.ts'

const CATEGORIES = enumText<SupplierCategory>(SupplierCategorySchema)
const ASSESSMENT_STATUSES = enumText<AssessmentStatus>(AssessmentStatusSchema)

/** The first version of a supplier: assessment pending, risk score 0 (docs/api.md 2.3). @throws DomainError VALIDATION */
export function registerSupplier(id: string, request: CreateSupplierRequest, createdAt: Date): Supplier {
  new Checks()
    .text('name', request.name, LIMITS.title, 1)
    .text('org_number', request.orgNumber ?? '', LIMITS.identifier)
    .text('service_description', request.serviceDescription ?? '', LIMITS.description)
    .text('contact_email', request.contactEmail ?? '', LIMITS.identifier)
    .that(
      request.contactEmail === undefined || EMAIL_PATTERN.test(request.contactEmail),
      'contact_email',
      'must be an e-mail address',
    )
    .that(CATEGORIES.knows(request.category), 'category', CATEGORIES.expected)
    .done()
  const { $typeName: _, ...fields } = request
  return create(SupplierSchema, {
    ...fields,
    id,
    riskScore: 0,
    assessmentStatus: Status.PENDING,
    createdAt: timestamp(createdAt),
    version: 1,
  })
}

/** The next version of a supplier, with what the assessment found. @throws DomainError VALIDATION */
export function assessSupplier(supplier: Supplier, request: AssessSupplierRequest): Supplier {
  const riskScore = request.riskScore ?? supplier.riskScore
  new Checks()
    .that(ASSESSMENT_STATUSES.knows(request.status), 'status', ASSESSMENT_STATUSES.expected)
    .that(riskScore >= 0 && riskScore <= 100, 'risk_score', 'must be from 0 to 100')
    .done()
  return { ...supplier, assessmentStatus: request.status, riskScore, version: supplier.version + 1 }
}

/** The record of a supplier's version. */
export function supplierRecord(organizationId: string, supplier: Supplier): string {
  return canonicalJson({
    organization_id: organizationId,
    id: supplier.id,
    version: supplier.version,
    name: supplier.name,
    org_number: supplier.orgNumber ?? null,
    category: CATEGORIES.word(supplier.category),
    service_description: supplier.serviceDescription ?? null,
    contact_email: supplier.contactEmail ?? null,
    risk_score: supplier.riskScore,
    assessment_status: ASSESSMENT_STATUSES.word(supplier.assessmentStatus),
    created_at: timestampText(supplier.createdAt!),
  })
}

/** Reads a record back. */
export function supplierOf(record: string): Supplier {
  const stored = JSON.parse(record)
  return create(SupplierSchema, {
    id: stored.id,
    version: stored.version,
    name: stored.name,
    ...(stored.org_number === null ? {} : { orgNumber: stored.org_number }),
    category: CATEGORIES.value(stored.category),
    ...(stored.service_description === null ? {} : { serviceDescription: stored.service_description }),
    ...(stored.contact_email === null ? {} : { contactEmail: stored.contact_email }),
    riskScore: stored.risk_score,
    assessmentStatus: ASSESSMENT_STATUSES.value(stored.assessment_status),
    createdAt: timestampOf(stored.created_at),
  })
}
