import { DomainError, invalid, Reason } from '../../../../kernel/errors/errors.ts'
import { canonicalJson, type JsonValue } from '../../../../kernel/json/canonical-json.ts'
import { parseBody } from '../body.ts'
import { isUnmappable, type MappedIncident, NOTE_TEXTS } from '../incident.ts'
import { mapGenericJson } from './generic-json.ts'
import { type Mapping, parseMapping } from './mapping.ts'

/**
 * Parses the mapping in a JSON text. Returns it with its canonical form, which is stored. If there is a sample, the mapping must
 * make an incident of it.
 *
 * @param text JSON of at most 64 KiB
 * @param sample JSON as a sender would send it; empty for none
 * @throws DomainError VALIDATION with every problem, by JSON Pointer into the mapping
 */
export function checkMapping(text: string, sample: string): CheckedMapping {
  const value = readMapping(text)
  const parsed = parseMapping(value)
  if (!parsed.ok) {
    const problems = parsed.problems.map(({ at, message }) => `${at === '' ? '' : `${at} `}${message}`)
    throw invalid({ mapping: problems.map((problem) => problem.toWellFormed().replaceAll('\0', '\uFFFD')) })
  }
  const checked = { canonical: canonicalOf(value), mapping: parsed.mapping }
  return sample === ''
    ? { ...checked, incident: null }
    : { ...checked, incident: trySample(parsed.mapping, sample) }
}

function readMapping(text: string): unknown {
  if (text.length > MAX_LENGTH) throw invalid({ mapping: [`must be at most ${MAX_LENGTH} characters`] })
  const parsed = parseBody(Buffer.from(text))
  if (!parsed.ok) throw invalid({ mapping: ['is not valid JSON'] })
  return parsed.value
}

function canonicalOf(value: unknown): string {
  try {
    return canonicalJson(value as JsonValue)
  } catch {
    throw invalid({ mapping: ['must not contain lone surrogates or integers beyond 2^53 - 1'] })
  }
}

function trySample(mapping: Mapping, sample: string): MappedIncident {
  const body = parseBody(Buffer.from(sample))
  if (!body.ok) throw invalid({ sample: ['is not valid JSON'] })
  const incident = mapGenericJson(body.value, mapping)
  if (!isUnmappable(incident)) return incident
  const wrong = incident.wrongType.map(({ field, expected }) => `${field} must be of type ${expected}`)
  const missing = incident.missing.map((field) => `${field} is missing`)
  throw new DomainError(
    Reason.VALIDATION,
    `the mapping makes no incident of the sample: ${[...missing, ...wrong].join('; ')}`,
    {
      details: { formErrors: [], fieldErrors: { sample: [...missing, ...wrong] } },
    },
  )
}

/** Returns the values of an incident as JSON for people. */
export function previewOf(incident: MappedIncident): { [field: string]: JsonValue } {
  return {
    title: incident.title,
    description: incident.description,
    severity: incident.severity,
    source_system: incident.sourceSystem,
    external_id: incident.externalId,
    occurred_at: incident.occurredAt,
    affected_systems: incident.affectedSystems,
    notes: incident.notes.map((note) => NOTE_TEXTS[note]),
  }
}

/** Characters of a mapping's JSON. */
const MAX_LENGTH = 64 * 1024

type CheckedMapping = { canonical: string; mapping: Mapping; incident: MappedIncident | null }
