import type { RegimeName } from '../obligations/types.ts'
import type { Source } from './source.ts'

/** One field of a report. */
export type FormField = {
  /** Unique in its form. The same id in another step of the regime is the same field. */
  id: string
  label: string
  /** The article that requires it. */
  article: string
  kind: 'text' | 'time' | 'number' | 'choice'
  choices: readonly string[]
  /** In code points. */
  maxLength: number
  /** The law requires it in every case, not only where it applies or is known. */
  required: boolean
  /** The part of the incident that it is filled in with. */
  from: (source: Source) => string
}

/** The fields of the report of one step. */
export type Form = { regime: RegimeName; step: string; title: string; fields: readonly FormField[] }

/** A number that a law gives to a field, or a word for it; its label; its article. */
type Named = readonly [id: string, label: string, article: string]

type More = Partial<Pick<FormField, 'required' | 'from' | 'maxLength'>>

/** Some paragraphs. */
export function text([id, label, article]: Named, more: More = {}): FormField {
  return field({ id, label, article, kind: 'text', maxLength: LONG, ...more })
}

/** A name, a number with its unit, a short list. */
export function line(named: Named, more: More = {}): FormField {
  return { ...text(named, more), maxLength: SHORT }
}

export function time([id, label, article]: Named, more: More = {}): FormField {
  return field({ id, label, article, kind: 'time', maxLength: 40, ...more })
}

export function number([id, label, article]: Named, more: More = {}): FormField {
  return field({ id, label, article, kind: 'number', maxLength: 24, ...more })
}

export function choice([id, label, article]: Named, choices: readonly string[], more: More = {}): FormField {
  return field({ id, label, article, kind: 'choice', choices, maxLength: SHORT, ...more })
}

export function required(one: FormField): FormField {
  return { ...one, required: true }
}

function field(
  one: Pick<FormField, 'id' | 'label' | 'article' | 'kind' | 'maxLength'> & Partial<FormField>,
): FormField {
  return { choices: [], required: false, from: () => '', ...one }
}

export const YES_NO = ['yes', 'no']
export const YES_NO_UNKNOWN = ['yes', 'no', 'unknown']

/** Room for a title and a description of an incident. */
const LONG = 25_000
const SHORT = 1000
