import {
  type DescField,
  type DescMessage,
  hasOption,
  type MessageShape,
  ScalarType,
} from '@bufbuild/protobuf'
import { type Timestamp, TimestampSchema } from '@bufbuild/protobuf/wkt'
import { type FieldRules, field as fieldRules } from '../../../proto/gen/buf/validate/validate_pb.ts'
import { Checks, instantProblem, textProblem } from '../values/checks.ts'
import { enumText } from '../values/enum-text.ts'
import { isUuid } from '../values/ids.ts'
import { EMAIL_PATTERN } from '../values/limits.ts'
import { dateOf } from '../values/time.ts'
import { compile } from './compile.ts'
import { isInt64 } from './field-json.ts'
import { ruleOf, rulesOf } from './options.ts'

/** Receives each wrong field, with the reason in words. */
export type Wrong = (field: string, problem: string) => void

/**
 * Checks requests against the constraints that the proto declares (buf/validate/validate.proto), in the order of the
 * fields. The gateway's schemas check REST bodies against the same constraints earlier, and name JSON types.
 */
export function requestCheck<D extends DescMessage>(
  desc: D,
): (request: MessageShape<D>, wrong: Wrong) => void {
  const scope: { [name: string]: unknown } = {}
  const calls = desc.fields.map((field, i) => {
    scope[`check${i}`] = fieldCheck(field)
    return `check${i}(request.${field.localName}, wrong)`
  })
  return compile(['request', 'wrong'], `{ ${calls.join('; ')} }`, scope)
}

/** The same for one request. @throws DomainError VALIDATION, naming every field that is wrong */
export function requestRefusal<D extends DescMessage>(desc: D): (request: MessageShape<D>) => void {
  const check = requestCheck(desc)
  return (request) => {
    const checks = new Checks()
    check(request, (field, problem) => checks.that(false, field, problem))
    checks.done()
  }
}

type FieldCheck = (value: unknown, wrong: Wrong) => void

function fieldCheck(field: DescField): FieldCheck {
  const { name } = field
  const rules = rulesOf(field)
  if (field.fieldKind === 'list') return listCheck(name, field, rules)
  const values = valuesOf(field)
  if (values !== undefined) {
    const check = listCheck(name, values, rulesOf(values))
    return (value, wrong) => {
      if (value !== undefined) check((value as { values: unknown[] }).values, wrong)
    }
  }
  const problemOf = valueCheck(field, rules)
  const mayBeZero = !rules.required && !hasPresence(field)
  return (value, wrong) => {
    if (value === undefined) {
      if (rules.required) wrong(name, 'is required')
    } else if (!(mayBeZero && isZero(value))) {
      const problem = problemOf(value)
      if (problem !== undefined) wrong(name, problem)
    }
  }
}

/** The list in a message that holds one, `values`: so a list may be absent. A problem of it names the field that holds the message. */
function valuesOf({ message }: DescField): DescField | undefined {
  const [field, ...more] = message?.fields ?? []
  return field?.fieldKind === 'list' && field.name === 'values' && more.length === 0 ? field : undefined
}

/** The entries of a list that is too long are not checked, so that the work and the answer are bounded. */
function listCheck(name: string, field: DescField, rules: FieldRules): FieldCheck {
  const { items, minItems = 0n, maxItems } = ruleOf(rules, 'repeated') ?? {}
  const checkEntry = entryCheck(name, field, items)
  return (value, wrong) => {
    const values = value as unknown[]
    if (values.length < minItems) return wrong(name, `must have at least ${minItems} entries`)
    if (maxItems !== undefined && values.length > maxItems)
      return wrong(name, `must have at most ${maxItems} entries`)
    for (const [i, entry] of values.entries()) checkEntry(entry, i, wrong)
  }
}

/** An entry that is a message with constraints is checked as a request is: `<list>.<index>.<field>`. */
function entryCheck(name: string, field: DescField, rules: FieldRules | undefined) {
  const { message } = field
  if (message?.fields.some((one) => hasOption(one, fieldRules))) {
    const check = requestCheck(message)
    return (entry: unknown, i: number, wrong: Wrong) =>
      check(entry as MessageShape<DescMessage>, (part, problem) => wrong(`${name}.${i}.${part}`, problem))
  }
  const problemOf = valueCheck(field, rules)
  return (entry: unknown, _: number, wrong: Wrong) => {
    const problem = problemOf(entry)
    if (problem !== undefined) wrong(name, problem)
  }
}

type ValueCheck = (value: unknown) => string | undefined

function valueCheck(field: DescField, rules: FieldRules | undefined): ValueCheck {
  if (field.enum !== undefined) return enumCheck(enumText(field.enum), ruleOf(rules, 'enum')?.notIn ?? [])
  if (field.message?.typeName === TimestampSchema.typeName) return timestampProblem
  if (isInt64(field)) return rangeCheck(ruleOf(rules, 'int64'))
  switch (field.scalar) {
    case ScalarType.STRING:
      return textCheck(rules)
    case ScalarType.INT32:
      return rangeCheck(ruleOf(rules, 'int32'))
    case ScalarType.DOUBLE:
      return doubleCheck(rules)
    default:
      return () => undefined
  }
}

function enumCheck({ words, value, knows }: ReturnType<typeof enumText>, notIn: number[]): ValueCheck {
  const expected = `must be one of ${words.filter((word) => !notIn.includes(value(word))).join(', ')}`
  return (given) => (knows(given as number) && !notIn.includes(given as number) ? undefined : expected)
}

function textCheck(rules: FieldRules | undefined): ValueCheck {
  const { minLen = 0n, maxLen, pattern, wellKnown } = ruleOf(rules, 'string') ?? {}
  if (wellKnown?.case === 'uuid') return (text) => (isUuid(text as string) ? undefined : 'must be a UUID')
  const formProblem = formCheck(wellKnown?.case === 'email' ? EMAIL_PATTERN.source : pattern)
  if (pattern !== undefined && maxLen === undefined) return (text) => formProblem(text as string)
  const max = maxLen === undefined ? Number.POSITIVE_INFINITY : Number(maxLen)
  const min = Number(minLen)
  return (text) => textProblem(text as string, max, min) ?? formProblem(text as string)
}

/** Says what a text is that does not match a pattern of the proto: in words, where the pattern has some. */
export function formCheck(pattern: string | undefined): (text: string) => string | undefined {
  if (pattern === undefined) return () => undefined
  const form = new RegExp(pattern)
  const expected = FORMS[pattern] ?? `must match ${pattern}`
  return (text) => (form.test(text) ? undefined : expected)
}

const FORMS: { [pattern: string]: string } = {
  [EMAIL_PATTERN.source]: 'must be an e-mail address',
  '^[0-9a-f]{64}$': 'must be 64 lower-case hex digits',
}

/** Every instant of a request lies in the range that is accepted; the proto does not repeat this. */
function timestampProblem(value: unknown): string | undefined {
  return instantProblem(dateOf(value as Timestamp))
}

function rangeCheck({ gte, lte }: { gte?: number | bigint; lte?: number | bigint } = {}): ValueCheck {
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
  return (value) => (range?.finite && !Number.isFinite(value) ? 'must be a finite number' : inRange(value))
}

function hasPresence(field: DescField): boolean {
  return field.message !== undefined || field.proto.proto3Optional
}

function isZero(value: unknown): boolean {
  return value === '' || value === 0 || value === 0n || value === false
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER)
