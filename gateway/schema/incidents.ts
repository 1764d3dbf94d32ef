import { z } from 'zod'
import { LIMITS } from '../../services/kernel/values/limits.ts'
import { WORDS } from '../mapping/words.ts'
import { count, description, out, text, timestamp, title } from './fields.ts'

/** Contract 2.1, request. */
export const incidentBody = z
  .object({
    title: title(),
    description: description().optional(),
    severity: z.enum(['low', 'medium', 'high', 'critical']),
    affected_systems: z.array(text(LIMITS.identifier)).max(LIMITS.systems).optional(),
    affected_persons_count: count().optional(),
    detected_at: timestamp()
      .optional()
      .meta({ format: 'date-time', description: 'Default: the time of receipt.' }),
    regulation: z.enum(WORDS.regulation.words).optional().meta({ default: 'nis2' }),
  })
  .meta({ id: 'IncidentRequest' })

export type IncidentBody = z.output<typeof incidentBody>

/** Contract 2.1, response; lists and the fetched incident have the same shape. */
export const incident = z
  .object({
    id: out.id(),
    title: z.string(),
    description: z.string(),
    severity: z.enum(WORDS.severity.words),
    affected_systems: z.array(z.string()),
    affected_persons_count: z.int(),
    detected_at: out.time(),
    regulation: z.enum(WORDS.regulation.words),
    is_significant: z.boolean().meta({ description: 'Whether the severity is high or critical.' }),
    early_warning_deadline: out.time().meta({ description: 'Detection time + 24 h.' }),
    notification_deadline: out.time().meta({ description: 'Detection time + 72 h.' }),
    final_report_deadline: out
      .time()
      .meta({ description: 'One calendar month after the notification deadline.' }),
    status: z.enum(WORDS.incidentStatus.words),
    source: z.object({
      kind: z.enum(['api', 'webhook', 'service']),
      id: z.string(),
      format: z.string().nullable(),
      source_system: z.string().nullable(),
      external_id: z.string().nullable(),
      occurred_at: out.time().nullable(),
      received_at: out.time().nullable(),
      body_sha256: out.hash().nullable(),
      product: z.string().nullable().meta({ description: 'What a vendor_siem body was recognised as.' }),
      mapping_version: z.int().nullable(),
      notes: z
        .array(z.string())
        .meta({ description: 'What was changed or could not be read of an alert, a sentence each.' }),
    }),
    created_at: out.time(),
  })
  .meta({ id: 'Incident' })
