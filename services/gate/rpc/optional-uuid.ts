import { uuid } from '../../kernel/checks.ts'

/** An id that a request may leave empty, in its one spelling. @throws DomainError VALIDATION */
export function optionalUuid(field: string, text: string): string | undefined {
  return text === '' ? undefined : uuid(field, text)
}
