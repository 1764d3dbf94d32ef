import type { DescField, DescMessage, Message, MessageShape } from '@bufbuild/protobuf'
import { z } from 'zod'
import { jsonReader } from '../../services/kernel/fields/field-json.ts'
import { restFields, restOf, rulesOf, schemaName } from '../../services/kernel/fields/options.ts'
import type { JsonValue } from '../../services/kernel/json/canonical-json.ts'
import { page, pageRequest } from './fields.ts'
import { requestField } from './request-field.ts'

/**
 * The schema of a JSON object that becomes a request message. The OpenAPI document shows the object; parsing returns the message.
 * Its fields and their constraints follow from the proto.
 */
type RequestSchema<M> = z.ZodObject & { _zod: { output: M } }

/** A rule over several fields of a request, which the proto does not declare. It returns the wrong field and its problem. */
type Rule<M> = (request: M) => { field: string; problem: string } | undefined

/** The body of a request. `documented`: the form of the rule in the OpenAPI document. */
export function requestBody<D extends DescMessage>(
  desc: D,
  rule?: Rule<MessageShape<D>>,
  documented: { anyOf?: object[] } = {},
): RequestSchema<MessageShape<D>> {
  const read = jsonReader(desc, requestFields)
  const fields = restFields(desc).map(({ field }) => field)
  return messageSchema<D>(shapeOf(fields), read, rule).meta({ ...documented, id: schemaName(desc) })
}

/** The query of a list: the filters of its request, and the page. */
export function requestQuery<D extends DescMessage>(
  desc: D,
  rule?: Rule<MessageShape<D>>,
): RequestSchema<MessageShape<D>> {
  const filters = restFields(desc).filter(({ field }) => field.name !== 'page')
  const read = jsonReader(desc, () => filters.map(({ name, field }) => ({ key: name, field })))
  const shape = shapeOf(filters.map(({ field }) => field))
  const readAll = (query: Json) => Object.assign(read(query), { page: pageRequest(query) })
  return messageSchema<D>({ ...shape, ...page }, readAll, rule)
}

function shapeOf(fields: DescField[]): z.ZodRawShape {
  return Object.fromEntries(fields.map((field) => [field.name, memberOf(field)]))
}

function memberOf(field: DescField): z.ZodType {
  const { required } = rulesOf(field)
  const { description, default: text } = restOf(field)
  const value = requestField(field)
  const member = required ? value : value.optional()
  if (description === '' && text === '') return member
  const format = value.meta()?.format
  // No `default`: client generators treat a field with a default as always present.
  const described = [description, text === '' ? '' : `Without it: ${text.replaceAll('"', '')}.`]
    .filter(Boolean)
    .join(' ')
  return member.meta({ ...(format === undefined ? {} : { format }), description: described })
}

function requestFields(desc: DescMessage) {
  return restFields(desc).map(({ name, field }) => ({ key: name, field }))
}

function messageSchema<D extends DescMessage>(
  shape: z.ZodRawShape,
  read: (json: Json) => Message,
  rule?: Rule<MessageShape<D>>,
): RequestSchema<MessageShape<D>> {
  const def = { type: 'object' as const, shape, read, rule: rule as Rule<Message> | undefined }
  return new ZodMessage(def) as unknown as RequestSchema<MessageShape<D>>
}

const ZodMessage = z.core.$constructor<z.ZodObject & { _zod: { def: Def } }, Def>(
  'ZodMessage',
  (inst, def) => {
    z.ZodObject.init(inst, def)
    const parseObject = inst._zod.parse
    inst._zod.parse = (payload, ctx) => {
      // No check of a request is asynchronous.
      const parsed = parseObject(payload, ctx) as z.core.ParsePayload
      if (parsed.issues.some((issue) => issue.continue !== true)) return parsed
      const message = def.read(parsed.value as Json)
      const broken = def.rule?.(message)
      if (broken !== undefined) parsed.issues.push(issueOf(broken, parsed.value))
      parsed.value = message
      return parsed
    }
  },
)

function issueOf(
  { field, problem }: { field: string; problem: string },
  input: unknown,
): z.core.$ZodRawIssue {
  return { code: 'custom', message: problem, path: [field], input }
}

type Json = { [key: string]: JsonValue }
type Def = z.core.$ZodObjectDef & {
  read: (json: Json) => Message
  rule: Rule<Message> | undefined
}
