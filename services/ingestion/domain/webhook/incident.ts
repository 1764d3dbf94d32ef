import { LIMITS } from '../../../kernel/values/limits.ts'
import type { Severity } from './severity.ts'
import { cut, isBlank, storable, storableIdentifier, textOf } from './text.ts'
import { readTimestamp } from './timestamp.ts'

/**
 * Makes an incident of the values that a format has read from a body. The first candidate with a value wins. Texts are made
 * storable and cut to their limits. `notes` names the changes, and the values that could not be read.
 * Without a title there is no incident: the answer names the missing field, or the one of the wrong type.
 */
export function toIncident(draft: Draft): MappedIncident | Unmappable {
  const title = titleOf(draft.title)
  if ('missing' in title) return title
  const notes: Note[] = []
  const note = (happened: boolean, what: Note) => {
    if (happened) notes.push(what)
  }

  const cutTitle = cut(storable(title.text), LIMITS.title)
  note(title.stoodIn, 'title_stands_in')
  note(cutTitle.shortened, 'title_truncated')
  const description = cut(storable(firstText(draft.description) ?? ''), LIMITS.description)
  note(description.shortened, 'description_truncated')
  const id = firstText(draft.externalId)
  const externalId = id === null ? null : storableIdentifier(id)
  note(externalId === null, 'external_id_absent')
  note(externalId?.shortened === true, 'external_id_shortened')
  const occurredAt = firstTimestamp(draft.occurredAt, draft.receivedAt)
  if (occurredAt === null)
    notes.push(draft.occurredAt.some(present) ? 'occurred_at_unreadable' : 'occurred_at_absent')
  const systems = distinctTexts(draft.affectedSystems ?? [])
  note(systems.length > LIMITS.systems, 'affected_systems_truncated')
  note(draft.alertsLeftOut === true, 'alerts_left_out')
  note(draft.readGenerally === true, 'read_generally')
  const sourceSystem = firstText(draft.sourceSystem)

  return {
    title: cutTitle.text,
    description: description.text,
    severity: draft.severity,
    sourceSystem: sourceSystem === null ? null : cut(storable(sourceSystem), LIMITS.identifier).text,
    externalId: externalId?.text ?? null,
    occurredAt,
    affectedSystems: systems.slice(0, LIMITS.systems),
    notes,
  }
}

export function isUnmappable(outcome: MappedIncident | Unmappable): outcome is Unmappable {
  return 'missing' in outcome
}

/** The text of a note for readers of the incident. */
export const NOTE_TEXTS = {
  title_stands_in: 'The alert had no title of its own; another field of it stands in.',
  title_truncated: 'The title was longer than 500 characters and is cut; the delivery keeps all of it.',
  description_truncated:
    'The description was longer than 20,000 characters and is cut; the delivery keeps all of it.',
  external_id_absent: 'The alert carried no event id: only the very same delivery is recognised as a replay.',
  external_id_shortened: 'The event id could not be stored as sent; it is shortened and ends in its SHA-256.',
  occurred_at_absent: 'The alert carried no time; the time of receipt stands in.',
  occurred_at_unreadable: 'The time in the alert could not be read; the time of receipt stands in.',
  occurred_at_after_receipt:
    'The time in the alert lies after its receipt; the time of receipt stands in as that of detection.',
  affected_systems_truncated: 'The alert named more than 500 systems; the first 500 are kept.',
  read_generally:
    'No product was recognised: title, severity, time and systems were read by the usual names of fields.',
  alerts_left_out: 'The sender left alerts out of this notification.',
} satisfies Record<Note, string>

function titleOf(candidates: readonly Candidate[]): { text: string; stoodIn: boolean } | Unmappable {
  for (const [index, candidate] of candidates.entries()) {
    const text = textOf(candidate.value)
    if (text !== null && !isBlank(text)) return { text, stoodIn: index > 0 && candidate.standsIn === true }
  }
  const wrong = candidates.filter((candidate) => present(candidate.value) && textOf(candidate.value) === null)
  const wrongType = wrong.map((candidate) => ({ field: candidate.field, expected: 'string' }))
  return { missing: wrong.length > 0 ? [] : [candidates[0]?.field ?? 'title'], wrongType }
}

function firstText(values: readonly unknown[]): string | null {
  for (const value of values) {
    const text = textOf(value)
    if (text !== null && !isBlank(text)) return text
  }
  return null
}

function firstTimestamp(values: readonly unknown[], receivedAt: Date | undefined): string | null {
  for (const value of values) {
    const read = readTimestamp(value, receivedAt)
    if (read !== null) return read
  }
  return null
}

function distinctTexts(values: readonly unknown[]): string[] {
  const texts = new Set<string>()
  for (const value of values) {
    const text = textOf(value)
    if (text !== null && !isBlank(text)) texts.add(cut(storable(text), LIMITS.identifier).text)
    if (texts.size > LIMITS.systems) break
  }
  return [...texts]
}

function present(value: unknown): boolean {
  return value !== undefined && value !== null && value !== ''
}

/** A value and the sender's name of its field. */
type Candidate = { field: string; value: unknown; standsIn?: boolean }

/** The unchecked values that a format found in a body; lists are in order of preference. */
type Draft = {
  title: readonly Candidate[]
  description: readonly unknown[]
  severity: Severity
  sourceSystem: readonly unknown[]
  externalId: readonly unknown[]
  occurredAt: readonly unknown[]
  /** Completes times without a year or with an ambiguous zone (timestamp.ts). */
  receivedAt?: Date | undefined
  affectedSystems?: readonly unknown[]
  alertsLeftOut?: boolean
  readGenerally?: boolean
}

export type MappedIncident = {
  title: string
  description: string
  severity: Severity
  sourceSystem: string | null
  externalId: string | null
  /** UTC, milliseconds, `Z`; null where the time of receipt is used. */
  occurredAt: string | null
  affectedSystems: string[]
  notes: Note[]
}

export type WrongType = { field: string; expected: string }

export type Unmappable = { missing: string[]; wrongType: WrongType[] }

type Note =
  | 'title_stands_in'
  | 'title_truncated'
  | 'description_truncated'
  | 'external_id_absent'
  | 'external_id_shortened'
  | 'occurred_at_absent'
  | 'occurred_at_unreadable'
  | 'occurred_at_after_receipt'
  | 'affected_systems_truncated'
  | 'alerts_left_out'
  | 'read_generally'
