import { z } from 'zod'
import { DomainError, type FlatErrors, Reason } from '../../../services/kernel/errors/errors.ts'
import { nearest } from '../../../services/kernel/values/nearest.ts'
import type { Input, Operation } from '../../operations/operation.ts'

/**
 * Checks a request's parameters, query and body against the operation's schemas. Reports all errors in Zod's flattened
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
    query: checkQueryOf(operation, query, errors),
    body: check(operation.body, body, errors),
  }
  refuse(errors)
  return input
}

/** Checks only a query against a schema, in the same way. @throws DomainError VALIDATION */
export function checkQuery<T extends z.ZodObject>(schema: T, query: string): z.output<T> {
  const errors: FlatErrors = { formErrors: [], fieldErrors: {} }
  const checked = checkParameters(schema, query, errors, 'refused')
  refuse(errors)
  return checked as z.output<T>
}

function refuse(errors: FlatErrors): void {
  const [field, messages] = Object.entries(errors.fieldErrors)[0] ?? []
  if (field === undefined && errors.formErrors.length === 0) return
  const message = field === undefined ? errors.formErrors[0]! : `${field}: ${messages![0]}`
  throw new DomainError(Reason.VALIDATION, message, { details: errors })
}

function checkQueryOf({ query: schema, method }: Operation, query: string, errors: FlatErrors): unknown {
  if (schema === undefined && (query === '' || method !== 'GET')) return undefined
  return checkParameters(schema ?? NO_PARAMETERS, query, errors, method === 'GET' ? 'refused' : 'ignored')
}

/** @param others what happens to unknown parameters: a mistyped filter MUST NOT list everything */
function checkParameters(
  schema: z.ZodObject,
  query: string,
  errors: FlatErrors,
  others: 'refused' | 'ignored',
): unknown {
  if (query === '') return check(schema, {}, errors)
  const { known, unknown, repeated, garbled } = readQuery(query, schema.shape)
  const found: FlatErrors = { formErrors: [], fieldErrors: Object.create(null) }
  const checked = check(schema, known, found)
  // The problem of one value is reported for the whole parameter.
  for (const [path, messages] of Object.entries(found.fieldErrors)) {
    const [name] = path.split('.') as [string]
    errors.fieldErrors[name] ??= messages
  }
  for (const name of repeated) errors.fieldErrors[name] = ['must be given once']
  for (const name of garbled) errors.fieldErrors[name] = ['must be UTF-8 in percent-encoding']
  if (others === 'refused') for (const name of unknown) addUnknown(errors, name, Object.keys(schema.shape))
  return checked
}

/** Adds the error of an unknown parameter. Its name is the caller's text: only a plain name is repeated in messages. */
function addUnknown(errors: FlatErrors, name: string, known: string[]): void {
  const near = nearest(name, known)
  const hint = near === undefined ? '' : `; did you mean ${near}?`
  if (PLAIN_NAME.test(name)) errors.fieldErrors[name] = [`is not a parameter of this operation${hint}`]
  else if (errors.formErrors.length === 0)
    errors.formErrors.push(`the query has a parameter that this operation does not know${hint}`)
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
      // Two rules of a field may have the same message.
      if (!errors.fieldErrors[key]!.includes(message)) errors.fieldErrors[key]!.push(message)
    }
  }
  return undefined
}

/**
 * Splits a query into three: the parameters that the schema has, in the form that it takes; some of the names that it does not
 * have; and the names that were given more than once, which are refused because readers differ in which value counts. A parameter
 * that takes several values has them separated by commas, or is repeated, or both: all values count. Bytes that are not UTF-8 are
 * read as U+FFFD. Such a value could name something else than was meant, so it is refused too.
 */
function readQuery(query: string, shape: { [name: string]: unknown }) {
  const known: { [name: string]: unknown } = Object.create(null)
  const unknown = new Set<string>()
  const repeated = new Set<string>()
  const garbled = new Set<string>()
  let replaced = 0
  for (const [name, text] of new URLSearchParams(query)) {
    if (text.includes('\ufffd') && Object.hasOwn(shape, name)) garbled.add(name)
    replaced += `${name}${text}`.split('\ufffd').length - 1
    if (!Object.hasOwn(shape, name)) {
      if (name !== '' && unknown.size < MAX_NAMED) unknown.add(name)
      continue
    }
    const value = parameterOf(shape[name], text)
    const before = known[name]
    if (!(name in known)) known[name] = value
    else if (Array.isArray(before) && Array.isArray(value)) before.push(...value)
    else repeated.add(name)
  }
  // Not more U+FFFD than were sent: no byte was replaced.
  if (replaced <= (query.match(REPLACEMENT)?.length ?? 0)) garbled.clear()
  return { known, unknown, repeated, garbled }
}

const REPLACEMENT = /%ef%bf%bd|\ufffd/gi

function parameterOf(schema: unknown, text: string): unknown {
  const inner = schema instanceof z.ZodOptional ? schema.unwrap() : schema
  if (inner instanceof z.ZodArray) return text.split(',')
  if (inner instanceof z.ZodBoolean) return BOOLEANS[text] ?? text
  if (inner instanceof z.ZodNumber && WHOLE_NUMBER.test(text)) return Number(text)
  return text
}

const BOOLEANS: { [text: string]: boolean | undefined } = {
  __proto__: null as never,
  true: true,
  false: false,
}
const WHOLE_NUMBER = /^-?(0|[1-9][0-9]{0,15})$/
const NO_PARAMETERS = z.object({})
const PLAIN_NAME = /^[A-Za-z][A-Za-z0-9_.-]{0,63}$/
const MAX_NAMED = 20

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
