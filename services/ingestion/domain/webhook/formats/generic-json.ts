import { type MappedIncident, toIncident, type Unmappable, type WrongType } from '../incident.ts'
import { type Severity, severityOfNumber, severityOfWord } from '../severity.ts'
import { isAbsent, isBlank, isPlaceholder, oneLine, textOf } from '../text.ts'
import { resolvePointer } from './json-pointer.ts'
import type { MappedField, Mapping } from './mapping.ts'

/**
 * Reads any JSON by the mapping of its endpoint (mapping.ts). Texts may also be numbers. A mapped value of the wrong type is
 * reported under its incident field, except a severity, which falls back to its default or `unknown`. A blank title counts as
 * none.
 */
export function mapGenericJson(body: unknown, mapping: Mapping): MappedIncident | Unmappable {
  const wrongType: WrongType[] = []
  const text = (field: MappedField, expected = 'string'): unknown => {
    const value = found(body, mapping, field)
    if (value === undefined || textOf(value) !== null) return value
    wrongType.push({ field, expected })
    return undefined
  }

  const mappedTitle = text('title')
  const title = isBlank(textOf(mappedTitle) ?? '') ? mapping.get('title')?.default : mappedTitle
  const draft = {
    title: [{ field: 'title', value: oneLine(title) }],
    description: [text('description')],
    severity: severityOf(body, mapping),
    sourceSystem: [text('source_system')],
    externalId: [idOf(text('external_id', 'string or number'))],
    occurredAt: [text('occurred_at', 'timestamp')],
    affectedSystems: systemsOf(body, mapping, wrongType),
  }
  const incident = toIncident(draft)
  if (wrongType.length === 0) return incident
  const titleWrong = wrongType.some((wrong) => wrong.field === 'title')
  return { missing: 'missing' in incident && !titleWrong ? incident.missing : [], wrongType }
}

/** Returns an id, or null for a variable that was not filled in or a word for an absent value. */
function idOf(value: unknown): unknown {
  return isPlaceholder(value) || isAbsent(textOf(value) ?? '') ? null : value
}

/** Returns the first non-null value of a field's pointers, else its default, else undefined. */
function found(body: unknown, mapping: Mapping, field: MappedField): unknown {
  const rule = mapping.get(field)
  for (const pointer of rule?.pointers ?? []) {
    const value = resolvePointer(body, pointer.tokens)
    if (value !== undefined && value !== null) return value
  }
  return rule?.default
}

/** Reads the severity by, in this order: the mapping's own `map`, its `bands`, the usual words, its default. */
function severityOf(body: unknown, mapping: Mapping): Severity {
  const rule = mapping.get('severity')
  if (!rule) return 'unknown'
  const value = found(body, mapping, 'severity')
  const word = typeof value === 'boolean' ? String(value) : textOf(value)
  const severity =
    rule.map.get(word ?? '') ?? severityOfNumber(value, rule.bands) ?? severityOfWord(value) ?? rule.default
  return (severity as Severity | undefined) ?? 'unknown'
}

function systemsOf(body: unknown, mapping: Mapping, wrongType: WrongType[]): unknown[] {
  const value = found(body, mapping, 'affected_systems')
  if (value === undefined) return []
  const systems = Array.isArray(value) ? value.filter((item) => item !== null) : [value]
  if (systems.every((item) => textOf(item) !== null)) return systems
  wrongType.push({ field: 'affected_systems', expected: 'array of strings' })
  return []
}
