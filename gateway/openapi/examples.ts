import type { JsonSchema } from './schemas.ts'

/**
 * An example of a schema: what the schema itself gives (`examples`, `default`, the first `enum` value), then a value
 * that suits the field's name, then one that suits its type.
 *
 * @param components what `#/components/schemas/…` refers to
 */
export function exampleOf(
  schema: JsonSchema,
  components: { [name: string]: JsonSchema },
  name = '',
): unknown {
  const recur = (inner: unknown, field = name) => exampleOf(inner as JsonSchema, components, field)
  if (typeof schema.$ref === 'string') {
    return recur(components[schema.$ref.replace('#/components/schemas/', '')] ?? {})
  }
  if (Array.isArray(schema.examples)) return schema.examples[0]
  if ('const' in schema) return schema.const
  if (name in SAMPLES && fits(SAMPLES[name], schema)) return SAMPLES[name]
  if ('default' in schema) return schema.default
  if (Array.isArray(schema.enum)) return schema.enum[0]
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return recur(choices[0])
  if (Array.isArray(schema.allOf)) return Object.assign({}, ...schema.allOf.map((part) => recur(part)))
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  switch (type) {
    case 'object':
      return Object.fromEntries(
        Object.entries((schema.properties ?? {}) as JsonSchema).map(([field, inner]) => [
          field,
          recur(inner, field),
        ]),
      )
    case 'array':
      return Array.from({ length: Math.max(1, Number(schema.minItems ?? 0)) }, () =>
        recur(schema.items ?? {}),
      )
    case 'string':
      return text(schema)
    case 'integer':
    case 'number':
      return Math.max(Number(schema.minimum ?? 0), 0)
    case 'boolean':
      return false
    default:
      return type === 'null' ? null : {}
  }
}

function text({ format, pattern, minLength }: JsonSchema): string {
  if (format === 'uuid') return UUID
  if (format === 'date-time') return TIME
  if (format === 'email') return 'security@example.org'
  if (pattern === HASH_PATTERN) return HASH
  return 'text'.padEnd(Number(minLength ?? 0), '.')
}

/** Whether a sample suits a schema, as far as types, formats and vocabularies say. */
function fits(sample: unknown, schema: JsonSchema): boolean {
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined
  if (options !== undefined) return options.some((option) => fits(sample, option))
  if (Array.isArray(schema.enum)) return schema.enum.includes(sample)
  if (schema.format === 'uuid' && sample !== UUID && !UUID_PATTERN.test(String(sample))) return false
  if (schema.format === 'date-time' && !String(sample).endsWith('Z')) return false
  if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern, 'u').test(String(sample)))
    return false
  const types = [schema.type].flat()
  return types.includes(Array.isArray(sample) ? 'array' : typeof sample) ||
    (types.includes('integer') && Number.isInteger(sample))
    ? Array.isArray(sample) === types.includes('array')
    : false
}

const UUID = '019c8f4e-5b1a-7c3d-9e2f-4a6b8c0d1e2f'
const UUID_PATTERN = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const TIME = '2026-03-02T09:30:00.000Z'
const HASH_PATTERN = '^[0-9a-f]{64}$'
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'

/** Values that tell more than a type does, by the name of the field. One story: an incident at 09:00 on 2 March. */
const SAMPLES: { [field: string]: unknown } = {
  title: 'Customer database reachable from the internet',
  description: 'A firewall rule was opened during maintenance and not closed again.',
  severity: 'high',
  is_significant: true,
  affected_systems: ['crm-db-1'],
  affected_persons_count: 1200,
  detected_at: '2026-03-02T09:00:00.000Z',
  early_warning_deadline: '2026-03-03T09:00:00.000Z',
  notification_deadline: '2026-03-05T09:00:00.000Z',
  final_report_deadline: '2026-04-05T09:00:00.000Z',
  external_id: 'alert-4711',
  source_system: 'siem.example.org',
  name: 'Customer database',
  asset_type: 'database',
  classification: 'confidential',
  business_criticality: 'high',
  hosted_in_eu: true,
  contains_personal_data: true,
  org_number: '556677-8899',
  service_description: 'Managed hosting of the customer database.',
  contact_email: 'security@example.org',
  ai_system_name: 'claims-assistant',
  source: 'nightly pipeline',
  source_kind: 'promptfoo',
  eval_type: 'prompt_injection',
  metric_name: 'attack_success_rate',
  metric_value: 0.02,
  threshold: 0.05,
  passed: true,
  eval_suite: 'release',
  eval_suite_version: 3,
  agent_identity: 'claims-agent',
  run_ref: 'ci-2026-03-02-17',
  model_name: 'example-model',
  model_version: '2026-02-01',
  seq: 0,
  tool_name: 'search_claims',
  payload: { case: 'A-17' },
  missing_attestation_roles: [],
  next_cursor: UUID,
}
