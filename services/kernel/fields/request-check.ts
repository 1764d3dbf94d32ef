import {
  type DescEnum,
  type DescField,
  type DescMessage,
  hasOption,
  type Message,
  type MessageShape,
  ScalarType,
} from '@bufbuild/protobuf'
import { type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt'
import {
  type BytesRules,
  type FieldRules,
  field as fieldRules,
  Ignore,
} from '../../../proto/gen/buf/validate/validate_pb.ts'
import { Checks, instantProblem, textProblem } from '../values/checks.ts'
import { isUuid } from '../values/ids.ts'
import { EMAIL_PATTERN } from '../values/limits.ts'
import { dateOf } from '../values/time.ts'
import { compile } from './compile.ts'
import { isInt64 } from './field-json.ts'
import { ruleOf, rulesOf } from './options.ts'

/** Receives each wrong field, with the reason in words. */
type Wrong = (field: string, problem: string) => void

/**
 * Makes the function that checks requests against the constraints that the proto declares (buf/validate/validate.proto), in the
 * order of the fields. The gateway's schemas check REST bodies against the same constraints earlier, and name JSON types.
 */
export function requestCheck<D extends DescMessage>(
  desc: D,
): (request: MessageShape<D>, wrong: Wrong) => void {
  const scope: { [name: string]: unknown } = {}
  const calls = desc.fields.flatMap((field, i) => {
    const check = fieldCheck(field)
    if (check === undefined) return []
    scope[`check${i}`] = check
    return `check${i}(request.${field.localName}, wrong)`
  })
  return compile(['request', 'wrong'], `{ ${calls.join('; ')} }`, scope)
}

/** Makes the function that refuses a wrong request. @throws DomainError VALIDATION, naming every field that is wrong */
export function requestRefusal<D extends DescMessage>(desc: D): (request: MessageShape<D>) => void {
  const check = requestCheck(desc)
  return (request) => {
    const checks = new Checks()
    check(request, (field, problem) => checks.that(false, field, problem))
    checks.done()
  }
}

/** Refuses a wrong request. The check is compiled with the first request of a type. @throws DomainError VALIDATION */
export function refuseInvalid(desc: DescMessage, request: Message): void {
  let refuse = refusals.get(desc)
  if (refuse === undefined) {
    refuse = requestRefusal(desc)
    refusals.set(desc, refuse)
  }
  refuse(request)
}

const refusals = new Map<DescMessage, (request: Message) => void>()

type FieldCheck = (value: unknown, wrong: Wrong) => void

/** undefined where every value is right. */
function fieldCheck(field: DescField): FieldCheck | undefined {
  const { name } = field
  const rules = rulesOf(field)
  if (rules.ignore === Ignore.ALWAYS) return undefined
  if (field.fieldKind === 'list') return listCheck(name, field, rules)
  const check = valuesCheck(field) ?? partsCheck(field) ?? problemCheck(field, rules)
  if (!hasPresence(field)) {
    if (rules.required) return check
    return check && ((value, wrong) => isZero(value) || check(value, wrong))
  }
  if (!rules.required) return check && ((value, wrong) => value === undefined || check(value, wrong))
  return (value, wrong) => {
    if (value === undefined) wrong(name, 'is required')
    else check?.(value, wrong)
  }
}

function problemCheck(field: DescField, rules: FieldRules): FieldCheck | undefined {
  const { name } = field
  const problemOf = valueCheck(field, rules)
  if (problemOf === undefined) return undefined
  return (value, wrong) => {
    const problem = problemOf(value)
    if (problem !== undefined) wrong(name, problem)
  }
}

/** Checks a message with constraints inside of the request. Problems name `<field>.<part>`. */
function partsCheck({ name, fieldKind, message }: DescField): FieldCheck | undefined {
  if (fieldKind !== 'message' || !isConstrained(message!)) return undefined
  const check = nestedCheck(message!)
  return (value, wrong) => check(value as Message, (part, problem) => wrong(`${name}.${part}`, problem))
}

/** The check of a message inside of another is compiled with the first such message: its type may contain itself. */
function nestedCheck(desc: DescMessage): (message: Message, wrong: Wrong) => void {
  return (message, wrong) => {
    let check = nestedChecks.get(desc)
    if (check === undefined) {
      check = requestCheck(desc)
      nestedChecks.set(desc, check)
    }
    check(message, wrong)
  }
}

const nestedChecks = new Map<DescMessage, (message: Message, wrong: Wrong) => void>()

function isConstrained(message: DescMessage): boolean {
  return message.fields.some((one) => hasOption(one, fieldRules))
}

/** Checks a list that may be absent: the only field, `values`, of a message. A problem names the field that holds the message. */
function valuesCheck({ name, message }: DescField): FieldCheck | undefined {
  const [values, ...more] = message?.fields ?? []
  if (values?.fieldKind !== 'list' || values.name !== 'values' || more.length > 0) return undefined
  const check = listCheck(name, values, rulesOf(values))
  return check && ((value, wrong) => check((value as { values: unknown[] }).values, wrong))
}

/** Checks a list. The entries of a list that is too long are not checked, so that the work and the answer are bounded. */
function listCheck(name: string, field: DescField, rules: FieldRules): FieldCheck | undefined {
  const { items, minItems = 0n, maxItems = Number.POSITIVE_INFINITY } = ruleOf(rules, 'repeated') ?? {}
  const checkEntry = entryCheck(name, field, items)
  if (checkEntry === undefined && minItems === 0n && maxItems === Number.POSITIVE_INFINITY) return undefined
  return (value, wrong) => {
    const values = value as unknown[]
    if (values.length < minItems)
      return wrong(name, minItems === 1n ? 'must not be empty' : `must have at least ${minItems} entries`)
    if (values.length > maxItems) return wrong(name, `must have at most ${maxItems} entries`)
    if (checkEntry !== undefined) for (const [i, entry] of values.entries()) checkEntry(entry, i, wrong)
  }
}

/** Checks an entry of a list. A message with constraints is checked like a request; problems name `<list>.<index>.<field>`. */
function entryCheck(
  name: string,
  field: DescField,
  rules: FieldRules | undefined,
): ((entry: unknown, i: number, wrong: Wrong) => void) | undefined {
  const { message } = field
  if (message !== undefined && isConstrained(message)) {
    const check = nestedCheck(message)
    return (entry, i, wrong) =>
      check(entry as Message, (part, problem) => wrong(`${name}.${i}.${part}`, problem))
  }
  const problemOf = valueCheck(field, rules)
  if (problemOf === undefined) return undefined
  return (entry, _, wrong) => {
    const problem = problemOf(entry)
    if (problem !== undefined) wrong(name, problem)
  }
}

type ValueCheck = (value: unknown) => string | undefined

/** undefined where every value is right. */
function valueCheck(field: DescField, rules: FieldRules | undefined): ValueCheck | undefined {
  if (field.enum !== undefined) return enumCheck(field.enum, ruleOf(rules, 'enum')?.notIn ?? [])
  if (field.message?.typeName === TimestampSchema.typeName) return timestampProblem
  if (isInt64(field)) return rangeCheck(ruleOf(rules, 'int64'))
  switch (field.scalar) {
    case ScalarType.STRING:
      return textCheck(rules)
    case ScalarType.BYTES:
      return bytesCheck(ruleOf(rules, 'bytes'))
    case ScalarType.INT32:
      return rangeCheck(ruleOf(rules, 'int32'))
    case ScalarType.DOUBLE:
      return doubleCheck(rules)
    default:
      return undefined
  }
}

/** Checks an enum. The problem has the names of the enum, which callers of an RPC write. */
function enumCheck(desc: DescEnum, notIn: number[]): ValueCheck {
  const allowed = desc.values.filter(({ number }) => number !== 0 && !notIn.includes(number))
  const numbers = new Set<unknown>(allowed.map(({ number }) => number))
  const expected = `must be one of ${allowed.map(({ name }) => name).join(', ')}`
  return (given) => (numbers.has(given) ? undefined : expected)
}

function textCheck(rules: FieldRules | undefined): ValueCheck {
  const { minLen = 0n, maxLen, pattern, wellKnown, in: words = [] } = ruleOf(rules, 'string') ?? {}
  if (words.length > 0) {
    const expected = `must be one of ${words.join(', ')}`
    return (text) => (words.includes(text as string) ? undefined : expected)
  }
  if (wellKnown?.case === 'uuid') return (text) => (isUuid(text as string) ? undefined : 'must be a UUID')
  const formProblem = formCheck(wellKnown?.case === 'email' ? EMAIL_PATTERN.source : pattern)
  if (pattern !== undefined && maxLen === undefined) return (text) => formProblem(text as string)
  const max = maxLen === undefined ? Number.POSITIVE_INFINITY : Number(maxLen)
  const min = Number(minLen)
  return (text) => textProblem(text as string, max, min) ?? formProblem(text as string)
}

/** Checks a text against a pattern of the proto. The problem names the expected form in words, where the pattern has some. */
export function formCheck(pattern: string | undefined): (text: string) => string | undefined {
  if (pattern === undefined) return () => undefined
  const form = new RegExp(pattern)
  const expected = FORMS[pattern] ?? `must match ${pattern}`
  return (text) => (form.test(text) ? undefined : expected)
}

const FORMS: { [pattern: string]: string } = {
  [EMAIL_PATTERN.source]: 'must be an e-mail address',
  '^[0-9a-f]{64}$': 'must be 64 lower-case hex digits',
  '^[0-9a-fA-F]{64}$': 'must be 64 hexadecimal digits',
  '^v[1-9][0-9]{0,2}$': 'must be v and a number',
}

/** Requires an instant in the accepted range, as for every request; the proto does not repeat this. */
function timestampProblem(value: unknown): string | undefined {
  return instantProblem(dateOf(value as Timestamp))
}

function bytesCheck(rules: BytesRules | undefined): ValueCheck | undefined {
  if (rules === undefined) return undefined
  const { len, minLen = 0n, maxLen = Number.POSITIVE_INFINITY } = rules
  return (value) => {
    const { length } = value as Uint8Array
    if (len !== undefined && BigInt(length) !== len) return `must be ${len} bytes`
    if (length < minLen) return minLen === 1n ? 'must not be empty' : `must be at least ${minLen} bytes`
    return length > maxLen ? `must be at most ${maxLen} bytes` : undefined
  }
}

function rangeCheck({
  gte,
  lte,
}: {
  gte?: number | bigint
  lte?: number | bigint
} = {}): ValueCheck | undefined {
  if (gte === undefined && lte === undefined) return undefined
  const top = lte === MAX_SAFE ? '2^53 - 1' : lte
  const expected =
    lte === undefined
      ? `must be at least ${gte}`
      : `must be ${gte === undefined ? 'at most' : `from ${gte} to`} ${top}`
  return (value) => {
    const above = gte === undefined || (value as number) >= gte
    return above && (lte === undefined || (value as number) <= lte) ? undefined : expected
  }
}

function doubleCheck(rules: FieldRules | undefined): ValueCheck {
  const range = ruleOf(rules, 'double')
  const inRange = rangeCheck(range)
  return (value) => (range?.finite && !Number.isFinite(value) ? 'must be a finite number' : inRange?.(value))
}

function hasPresence(field: DescField): boolean {
  return field.message !== undefined || field.proto.proto3Optional
}

function isZero(value: unknown): boolean {
  return value === '' || value === 0 || value === 0n || value === false || isEmptyBytes(value)
}

function isEmptyBytes(value: unknown): boolean {
  return value instanceof Uint8Array && value.length === 0
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)
