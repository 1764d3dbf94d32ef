import { AssetService, Classification, Criticality } from '../../../proto/gen/attestry/ledger/v1/assets_pb.ts'
import {
  AssessmentStatus,
  SupplierCategory,
  SupplierService,
} from '../../../proto/gen/attestry/ledger/v1/suppliers_pb.ts'
import type { SampleClient } from './client.ts'

const { createAsset } = AssetService.method
const { createSupplier, assessSupplier } = SupplierService.method
const { CONFIDENTIAL, INTERNAL, PUBLIC } = Classification
const { CRITICAL, HIGH, MEDIUM } = Criticality

/** Makes the assets and suppliers of the organization. */
export async function fillRegister({ asAdmin }: SampleClient): Promise<void> {
  for (const asset of ASSETS) await asAdmin(createAsset, asset)
  for (const { status, riskScore, ...supplier } of SUPPLIERS) {
    const { supplier: made } = await asAdmin(createSupplier, supplier)
    if (status !== undefined)
      await asAdmin(assessSupplier, {
        id: made!.id,
        status,
        ...(riskScore === undefined ? {} : { riskScore }),
      })
  }
}

const ASSETS = [
  {
    name: 'Claims database',
    assetType: 'database',
    classification: CONFIDENTIAL,
    businessCriticality: CRITICAL,
    hostedInEu: true,
    containsPersonalData: true,
  },
  {
    name: 'Customer portal',
    assetType: 'application',
    classification: CONFIDENTIAL,
    businessCriticality: HIGH,
    hostedInEu: true,
    containsPersonalData: true,
  },
  {
    name: 'File server of the claims team',
    assetType: 'system',
    classification: INTERNAL,
    businessCriticality: HIGH,
    hostedInEu: true,
    containsPersonalData: true,
  },
  {
    name: 'Public website',
    assetType: 'application',
    classification: PUBLIC,
    businessCriticality: MEDIUM,
    hostedInEu: true,
    containsPersonalData: false,
  },
]

const SUPPLIERS = [
  {
    name: 'Nordic Hosting',
    category: SupplierCategory.CRITICAL,
    contactEmail: 'soc@hosting.example',
    serviceDescription: 'Hosting of the claims database and of the customer portal.',
    status: AssessmentStatus.APPROVED,
    riskScore: 22,
  },
  {
    name: 'Model Works',
    category: SupplierCategory.IMPORTANT,
    contactEmail: 'trust@models.example',
    serviceDescription: 'The language model behind the claims assistant and the customer chat.',
    status: AssessmentStatus.IN_PROGRESS,
    riskScore: undefined,
  },
  {
    name: 'Letter Service',
    category: SupplierCategory.STANDARD,
    contactEmail: 'info@letters.example',
    serviceDescription: 'Prints and posts letters to customers.',
    status: undefined,
    riskScore: undefined,
  },
]
