import type { MessageInitShape } from '@bufbuild/protobuf'
import type {
  CreateSupplierRequestSchema,
  Supplier,
} from '../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import type { SupplierBody } from '../schema/suppliers.ts'
import { timeJson } from './values.ts'
import { WORDS } from './words.ts'

export function supplierRequest(body: SupplierBody): MessageInitShape<typeof CreateSupplierRequestSchema> {
  return {
    name: body.name,
    category: WORDS.category.value(body.category),
    ...(body.org_number === undefined ? {} : { orgNumber: body.org_number }),
    ...(body.service_description === undefined ? {} : { serviceDescription: body.service_description }),
    ...(body.contact_email === undefined ? {} : { contactEmail: body.contact_email }),
  }
}

export function supplierJson(supplier: Supplier) {
  return {
    id: supplier.id,
    name: supplier.name,
    org_number: supplier.orgNumber ?? null,
    category: WORDS.category.word(supplier.category),
    service_description: supplier.serviceDescription ?? null,
    contact_email: supplier.contactEmail ?? null,
    risk_score: supplier.riskScore,
    assessment_status: WORDS.assessment.word(supplier.assessmentStatus),
    created_at: timeJson(supplier.createdAt),
  }
}
