import {
  type ReportFieldKind,
  ReportFieldKindSchema,
} from '../../../../proto/gen/attestry/ledger/v1/incident_reports_pb.ts'
import { textProblem } from '../../../kernel/values/checks.ts'
import { enumText } from '../../../kernel/values/enum-text.ts'
import { parseRfc3339 } from '../../../kernel/values/rfc3339.ts'
import type { FormField } from './field.ts'

export const FIELD_KINDS = enumText<ReportFieldKind>(ReportFieldKindSchema)

/** How many lines a value may have: a page has some 60. */
export const MAX_LINES = 1000

/** The problem of a field's value, in words; undefined where there is none. An empty value is always valid. */
export function valueProblem(
  { kind, maxLength, choices }: Pick<FormField, 'kind' | 'maxLength' | 'choices'>,
  text: string,
): string | undefined {
  if (text === '') return undefined
  const problem = textProblem(text, maxLength)
  if (problem !== undefined) return problem
  switch (kind) {
    case 'time':
      return isTime(text) ? undefined : 'must be a time such as 2026-11-22T10:00:00Z'
    case 'number':
      return /^-?\d{1,15}(\.\d{1,6})?$/.test(text) ? undefined : 'must be a decimal number such as 12.5'
    case 'choice':
      return choices.includes(text) ? undefined : `must be one of ${choices.join(', ')}`
    default:
      return linesOf(text) > MAX_LINES ? `must have at most ${MAX_LINES} lines` : undefined
  }
}

/** The text cut to the length of a field, with a note where something was left out. */
export function fitted({ maxLength }: Pick<FormField, 'maxLength'>, text: string): string {
  const clean = text.replaceAll('\0', '').toWellFormed()
  if (textProblem(clean, maxLength) === undefined && linesOf(clean) <= MAX_LINES) return clean
  const lines = clean.split(LINE_END).slice(0, MAX_LINES - 1)
  const points = [...lines.join('\n')].slice(0, maxLength - LEFT_OUT.length)
  return `${points.join('')}${LEFT_OUT}`
}

function isTime(text: string): boolean {
  const at = parseRfc3339(text)
  return at !== undefined && !Number.isNaN(at.getTime())
}

function linesOf(text: string): number {
  return text.split(LINE_END).length
}

const LINE_END = /\r\n|[\n\r\u0085\u2028\u2029]/
const LEFT_OUT = ' […]'
