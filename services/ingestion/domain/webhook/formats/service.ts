import { isObject } from '../../../../kernel/json/is-object.ts'
import { type MappedIncident, toIncident, type Unmappable, type WrongType } from '../incident.ts'
import { own } from '../own.ts'
import { strictSeverity } from '../severity.ts'
import { isBlank } from '../text.ts'

/**
 * Reads the native payload (docs/api.md 2.9). Only `title` is required; null counts as absent. A severity is never refused: it
 * is `unknown` if it is missing, of another type or not one of the five words. A time that cannot be read is left out.
 */
export function mapService(body: unknown): MappedIncident | Unmappable {
  if (!isObject(body)) return { missing: ['title'], wrongType: [{ field: 'body', expected: 'object' }] }
  const wrongType: WrongType[] = []
  for (const field of ['title', 'description', 'source_system', 'external_id']) {
    const value = own(body, field)
    if (value !== undefined && typeof value !== 'string') wrongType.push({ field, expected: 'string' })
  }
  const occurredAt = own(body, 'occurred_at')
  if (occurredAt !== undefined && typeof occurredAt !== 'string' && typeof occurredAt !== 'number') {
    wrongType.push({ field: 'occurred_at', expected: 'timestamp' })
  }
  const title = own(body, 'title')
  const missing = title === undefined || (typeof title === 'string' && isBlank(title)) ? ['title'] : []
  if (missing.length > 0 || wrongType.length > 0) return { missing, wrongType }

  return toIncident({
    title: [{ field: 'title', value: title }],
    description: [own(body, 'description')],
    severity: strictSeverity(own(body, 'severity')),
    sourceSystem: [own(body, 'source_system')],
    externalId: [own(body, 'external_id')],
    occurredAt: [occurredAt],
  })
}
