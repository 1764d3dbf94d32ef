import { z } from 'zod'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { WORDS } from '../mapping/words.ts'
import { description, email, out, text, title } from './fields.ts'

/** docs/api.md 2.3, request. */
export const supplierBody = z
  .object({
    name: title(),
    org_number: text(LIMITS.identifier).optional(),
    category: z.enum(WORDS.category.words),
    service_description: description().optional(),
    contact_email: email().optional(),
  })
  .meta({ id: 'SupplierRequest' })

export type SupplierBody = z.output<typeof supplierBody>

/** docs/api.md 2.3, response. */
export const supplier = z
  .object({
    id: out.id(),
    name: z.string(),
    org_number: z.string().nullable(),
    category: z.enum(WORDS.category.words),
    service_description: z.string().nullable(),
    contact_email: z.string().nullable(),
    risk_score: z.number().meta({ description: '0 to 100; 0 on creation.' }),
    assessment_status: z.enum(WORDS.assessment.words),
    created_at: out.time(),
  })
  .meta({ id: 'Supplier' })
