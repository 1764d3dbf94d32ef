import { create } from '@bufbuild/protobuf'
import {
  AssessmentStatus,
  type AssessSupplierRequest,
  type CreateSupplierRequest,
  type Supplier,
  SupplierSchema,
} from '../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import { recordCodec } from '../../kernel/fields/record-codec.ts'
import { timestamp } from '../../kernel/values/time.ts'

/** The records of suppliers' versions. */
export const supplierRecords = recordCodec(SupplierSchema)

/** The first version of a supplier: assessment pending, risk score 0 (docs/api.md 2.3). @throws DomainError VALIDATION */
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

/** The next version of a supplier, with the result of the assessment. @throws DomainError VALIDATION */
export function assessSupplier(supplier: Supplier, request: AssessSupplierRequest): Supplier {
  const riskScore = request.riskScore ?? supplier.riskScore
  return { ...supplier, assessmentStatus: request.status, riskScore, version: supplier.version + 1 }
}
