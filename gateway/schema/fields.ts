import type { JsonObject } from '@bufbuild/protobuf'
import { z } from 'zod'
import type { PageRequest } from '../../proto/gen/attestry/common/v1/paging_pb.ts'
import { isObject } from '../../services/kernel/json/is-object.ts'
import { instantProblem, textProblem } from '../../services/kernel/values/checks.ts'
import { isUuid } from '../../services/kernel/values/ids.ts'
import { EMAIL_PATTERN, LIMITS } from '../../services/kernel/values/limits.ts'
import { parseRfc3339 } from '../../services/kernel/values/rfc3339.ts'

/**
 * Text of `min` to `max` characters (Unicode code points), without NUL or lone surrogates.
 *
 * @param formProblem returns the problem with the form of a text of such a length
 */
export function text(
  max: number,
  min = 0,
  formProblem: (value: string) => string | undefined = () => undefined,
): z.ZodString {
  return z
    .string()
    .check(({ value, issues }) => {
      const message = textProblem(value, max, min) ?? formProblem(value)
      if (message !== undefined) issues.push({ code: 'custom', message, input: value })
    })
    .meta(min === 0 ? { maxLength: max } : { minLength: min, maxLength: max })
}

/** A kind: callers name it freely within a pattern, and some kinds are known. */
export function kind(pattern: string, known: readonly string[]): z.ZodString {
  return z
    .string()
    .regex(new RegExp(pattern), `must match ${pattern}`)
    .meta({ description: `Known: ${known.join(', ')}.`, examples: known.slice(0, 1) })
}

/** A UUID in the form 8-4-4-4-12. Upper case is accepted and converted to lower case. */
export const id = () =>
  z
    .string()
    .refine(isUuid, 'must be a UUID')
    .overwrite((value) => value.toLowerCase())
    .meta({ format: 'uuid' })

/** An RFC 3339 timestamp from 2000-01-01 up to 2100-01-01, as the canonical form of the instant. */
export const timestamp = () =>
  z
    .string()
    .check(({ value, issues }) => {
      const message = timeProblem(value)
      if (message !== undefined) issues.push({ code: 'custom', message, input: value })
    })
    .meta({ format: 'date-time' })

function timeProblem(value: string): string | undefined {
  const at = parseRfc3339(value)
  return at === undefined ? 'must be an RFC 3339 timestamp with Z or an offset' : instantProblem(at)
}

/** An e-mail address. */
export const email = () =>
  z
    .string()
    .refine(
      (value) => value.length <= LIMITS.identifier && EMAIL_PATTERN.test(value),
      'must be an e-mail address',
    )
    .meta({ format: 'email', maxLength: LIMITS.identifier })

/** A free-form JSON object. Its size is checked on its canonical form, where that is made. */
export const payload = () =>
  z.custom<JsonObject>(isObject, 'must be an object').meta({
    type: 'object',
    additionalProperties: true,
    description: `At most ${LIMITS.payloadBytes / 1024} KiB serialized.`,
  })

/** The query of every list (docs/api.md 4.1.1). */
export const page = {
  limit: z
    .string()
    .regex(/^[0-9]{1,3}$/, `must be an integer from 1 to ${LIMITS.page}`)
    .refine(
      (value) => Number(value) >= 1 && Number(value) <= LIMITS.page,
      `must be an integer from 1 to ${LIMITS.page}`,
    )
    .optional()
    .meta({
      type: 'integer',
      minimum: 1,
      maximum: LIMITS.page,
      description: `How many items a page holds at most; ${LIMITS.defaultPage} without it.`,
    }),
  cursor: id().optional().meta({ description: 'The next_cursor of the previous page.' }),
}

/** A page's query as the services take it. */
export function pageRequest(query: { limit?: string | undefined; cursor?: string | undefined }): PageRequest {
  return {
    $typeName: 'attestry.common.v1.PageRequest',
    limit: query.limit === undefined ? 0 : Number(query.limit),
    cursor: query.cursor ?? '',
  }
}

/** The cursor of a list answer: null when no more pages exist. */
export function cursorJson(cursor: string): string | null {
  return cursor === '' ? null : cursor
}

/** Response fields. */
export const out = {
  id: () => z.string().meta({ format: 'uuid' }),
  time: () => z.string().meta({ format: 'date-time' }),
  hash: () => z.string().meta({ pattern: '^[0-9a-f]{64}$' }),
  created: (item: z.ZodType) => z.object({ created: z.int(), data: z.array(item) }),
  list: (item: z.ZodType) =>
    z.object({ data: z.array(item), next_cursor: z.string().meta({ format: 'uuid' }).nullable() }),
}
