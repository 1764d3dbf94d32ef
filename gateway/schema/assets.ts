import { z } from 'zod'
import { KIND_PATTERN } from '../../services/kernel/values/limits.ts'
import { WORDS } from '../mapping/words.ts'
import { kind, out, title } from './fields.ts'

const KNOWN_TYPES = [
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

/** docs/api.md 2.2, request. */
export const assetBody = z
  .object({
    name: title(),
    asset_type: kind(KIND_PATTERN.source, KNOWN_TYPES),
    classification: z.enum(WORDS.classification.words),
    business_criticality: z.enum(WORDS.criticality.words),
    hosted_in_eu: z.boolean().optional().meta({ default: false }),
    contains_personal_data: z.boolean().optional().meta({ default: false }),
  })
  .meta({ id: 'AssetRequest' })

export type AssetBody = z.output<typeof assetBody>

/** docs/api.md 2.2, response. */
export const asset = z
  .object({
    id: out.id(),
    name: z.string(),
    asset_type: z.string(),
    classification: z.enum(WORDS.classification.words),
    business_criticality: z.enum(WORDS.criticality.words),
    hosted_in_eu: z.boolean(),
    contains_personal_data: z.boolean(),
    status: z.enum(WORDS.assetStatus.words),
    created_at: out.time(),
  })
  .meta({ id: 'Asset' })
