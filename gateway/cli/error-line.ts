import { printable } from '../../clients/cli/src/printable.ts'
import { DomainError, type FlatErrors } from '../../services/kernel/errors/errors.ts'
import { LocalError } from '../../services/local/errors.ts'
import { UsageError } from './usage-error.ts'

/** What the command says of an error, in one line. */
export function errorLine(error: unknown): string {
  return `attestry: ${oneLine(words(error))}\n`
}

/** A text that may have several lines, in one. */
export function oneLine(text: string): string {
  return printable(
    text
      .trim()
      .replace(/^error: /, '')
      .replace(/\s*\n\s*/g, ' '),
  )
}

function words(error: unknown): string {
  if (error instanceof DomainError) return withFields(error)
  if (error instanceof LocalError || error instanceof UsageError) return error.message
  const { stack, message } = error as Error
  return process.env.ATTESTRY_LOG_LEVEL === 'debug' ? (stack ?? message) : message
}

/** Every problem of a request, not only the first. */
function withFields({ message, details }: DomainError): string {
  const { fieldErrors = {}, formErrors = [] } = (details ?? {}) as Partial<FlatErrors>
  const all = Object.entries(fieldErrors).map(([field, problems]) => `${field}: ${problems.join(', ')}`)
  return all.length + formErrors.length > 1 ? [...formErrors, ...all].join('; ') : message
}
