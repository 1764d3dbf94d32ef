import { valueAt } from '../../../fields.ts'
import { decimal } from '../../../own.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import { codes, scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, object } from '../recognition.ts'
import { rule, type State } from '../state.ts'

const GRADES = { 4: 'critical', 3: 'high', 2: 'medium', 1: 'low', 0: 'informational' } as const

/** A webhook of Aqua: an insight, a runtime incident, or the scan of an image; an entry of its log about an image that a policy refused. */
export const aqua: Product = {
  id: 'aqua',
  name: 'Aqua',
  source:
    'aquasecurity/postee, regoservice/testdata/inputs and rego-templates; DataDog/integrations-extras, aqua/assets/logs',
  forms: [
    [object('insight'), object('resource'), has('insight.priority'), has('insight.description')],
    [has('event_category'), has('severity_score'), has('response_policy_name')],
    [is('type', 'alert'), has('action'), has('imagehash'), has('policy_name')],
    [object('vulnerability_summary'), has('image'), has('registry'), has('scan_started')],
  ],
  title: [
    '{insight.description}: {resource.name}',
    '{name} ({type}) on {host_name}',
    '{category} on {host_name}',
    '{action} of {policy_name}: {image}',
    { path: 'image', of: scanned },
  ],
  description: ['insight.impact', 'data'],
  severity: [
    codes('insight.priority', GRADES),
    scale('severity_score', { low: 0, medium: 2, high: 3, critical: 4 }),
    worst,
  ],
  time: ['resource.found_date', 'time', 'create_time', 'scan_started.seconds', 'scan_started'],
  systems: ['resource.name', 'host_name', 'image'],
  identity: {
    of: (alert) => (has('policy_name').holds(alert) ? ofFailure(alert) : ofFinding(alert)),
    why: 'The id of an insight is not unique: it is found again. Identity of an insight: id, resource and the time it was found. An incident has no id. Identity of an incident: what was found, where and when. A scan has no id. Identity of a scan: image, digest, what was found and whether the policies allow the image. A scan with the same result is a repetition. A failure of a policy has no id. Identity of a failure: image, policy and time.',
  },
  state: [rule(nothing)],
}

function scanned(alert: unknown): string {
  const [critical, high] = ['critical', 'high'].map((level) => count(alert, level))
  return `Scan of ${plainText(valueAt(alert, 'image'))}: ${critical} critical, ${high} high`
}

function worst(alert: unknown): 'critical' | 'high' | 'medium' | 'low' | null {
  if (count(alert, 'malware') > 0) return 'critical'
  return (['critical', 'high', 'medium', 'low'] as const).find((level) => count(alert, level) > 0) ?? null
}

/** Whether a scan found nothing, and the policies allow the image. */
function nothing(alert: unknown): State | null {
  if (valueAt(alert, 'vulnerability_summary') === undefined) return null
  if (plainText(valueAt(alert, ...DISALLOWED)).toLowerCase() === 'true') return null
  return FOUND.every((name) => isNone(alert, name)) ? 'passed' : null
}

/** Whether a count is zero or absent. One that cannot be read may be any. */
function isNone(alert: unknown, name: string): boolean {
  const value = valueAt(alert, `vulnerability_summary.${name}`)
  return value === undefined || decimal(value) === 0
}

function count(alert: unknown, name: string): number {
  return decimal(valueAt(alert, `vulnerability_summary.${name}`)) ?? 0
}

const DISALLOWED = ['image_assurance_results.disallowed', 'disallowed']
const FOUND = ['total', 'critical', 'high', 'medium', 'low', 'malware', 'sensitive']

const ofFailure = hashOf('action', 'image', 'imagehash', 'policy_id', 'policy_name', 'time')
const ofFinding = hashOf(
  ...['insight.id', 'resource.global_id', 'resource.found_date', 'account_id'],
  ...['name', 'type', 'category', 'host_name', 'host_id', 'create_time', 'time', 'data'],
  ...[
    'image',
    'registry',
    'digest',
    'vulnerability_summary',
    'image_assurance_results.disallowed',
    'disallowed',
  ],
)
