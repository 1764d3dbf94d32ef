import type { z } from 'zod'
import { DomainError, type FlatErrors, Reason } from '../../services/kernel/errors/errors.ts'
import type { Input, Operation } from '../operations/operation.ts'

/**
 * Checks a request's parameters, query and body against the operation's schemas. It reports all errors in Zod's flattened
 * form. Keys are paths into the request as it was sent.
 *
 * @param query the raw query string, without `?`
 * @throws DomainError VALIDATION
 */
export function validate(
  operation: Operation,
  params: { [name: string]: string },
  query: string,
  body: unknown,
): Input {
  const errors: FlatErrors = { formErrors: [], fieldErrors: {} }
  const input = {
    params: check(operation.params, params, errors),
    query: check(operation.query, operation.query && single(query, operation.query, errors), errors),
    body: check(operation.body, body, errors),
  }
  refuse(errors)
  return input
}

/** Checks only a query against a schema, in the same way. @throws DomainError VALIDATION */
export function checkQuery<T extends z.ZodObject>(schema: T, query: string): z.output<T> {
  const errors: FlatErrors = { formErrors: [], fieldErrors: {} }
  const checked = check(schema, single(query, schema, errors), errors)
  refuse(errors)
  return checked as z.output<T>
}

function refuse(errors: FlatErrors): void {
  const [field, messages] = Object.entries(errors.fieldErrors)[0] ?? []
  if (field === undefined && errors.formErrors.length === 0) return
  const message = field === undefined ? errors.formErrors[0]! : `${field}: ${messages![0]}`
  throw new DomainError(Reason.VALIDATION, message, { details: errors })
}

function check(schema: z.ZodType | undefined, value: unknown, errors: FlatErrors): unknown {
  if (schema === undefined) return undefined
  const result = schema.safeParse(value, { error: describe })
  if (result.success) return result.data
  for (const { path, message } of result.error.issues) {
    if (path.length === 0) {
      errors.formErrors.push(message)
    } else {
      const key = path.join('.')
      if (!Object.hasOwn(errors.fieldErrors, key)) errors.fieldErrors[key] = []
      errors.fieldErrors[key]!.push(message)
    }
  }
  return undefined
}

/** The query parameters that the schema has. A repeated parameter is refused, because readers differ in which one counts. */
function single(query: string, schema: z.ZodObject, errors: FlatErrors): { [name: string]: string } {
  const found: { [name: string]: string } = Object.create(null)
  if (query === '') return found
  for (const [name, value] of new URLSearchParams(query)) {
    if (!Object.hasOwn(schema.shape, name)) continue
    if (name in found) errors.fieldErrors[name] = ['must be given once']
    found[name] = value
  }
  return found
}

/** The messages of the most common problems. Other messages are Zod's. Values MUST NOT be echoed. */
const describe: z.core.$ZodErrorMap = (issue) => {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined
        ? 'is required'
        : `must be ${ARTICLES[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return issue.input === undefined ? 'is required' : `must be one of ${issue.values.join(', ')}`
    case 'too_big':
      return `must be at most ${issue.maximum}${issue.origin === 'array' ? ' entries' : ''}`
    case 'too_small':
      return `must be at least ${issue.minimum}${issue.origin === 'array' ? ' entries' : ''}`
    default:
      return undefined
  }
}

const ARTICLES: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'an integer',
  boolean: 'true or false',
  array: 'an array',
  object: 'an object',
  record: 'an object',
}
