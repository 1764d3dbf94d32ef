import { printable } from '../../../clients/cli/src/command/printable.ts'
import { DomainError, type FlatErrors } from '../../../services/kernel/errors/errors.ts'
import { LocalError } from '../../../services/local/errors.ts'
import { UsageError } from './usage-error.ts'

/** Returns the line that the command prints about an error. */
export function errorLine(error: unknown): string {
  return `attestry: ${oneLine(words(error))}\n`
}

/** Puts a text that may have several lines on one line. */
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

/** Returns every problem of a request, not only the first. */
function withFields({ message, details }: DomainError): string {
  const { fieldErrors = {}, formErrors = [] } = (details ?? {}) as Partial<FlatErrors>
  const all = Object.entries(fieldErrors).map(([field, problems]) => `${field}: ${problems.join(', ')}`)
  return all.length + formErrors.length > 1 ? [...formErrors, ...all].join('; ') : message
}
