import { z } from 'zod'

/** A batch as it arrived: its items, and the form in which the body held them. */
export type Batch<T> = { form: 'single' | 'array' | 'list'; items: T[] }

/**
 * The three forms of a batch (docs/api.md 4): one object, an array, or `{ <list>: [...] }`. An array, or an object with that key,
 * is read only in this form, so that every problem has exactly one path in the body that was sent. The items of a batch with too
 * many items are not checked.
 */
export function batch<T extends z.ZodType>(list: string, item: T, max: number): BatchSchema<z.output<T>> {
  const many = z.array(item)
  const options = [item, many.meta(sized(max)), z.object({ [list]: many.meta(sized(max)) })] as const
  return new ZodBatch({ type: 'union', options, list, many, max }) as unknown as BatchSchema<z.output<T>>
}

type BatchSchema<T> = z.ZodType<Batch<T>>

/** In a JSON Schema a batch is the union of its forms; parsing picks the form of the body. */
const ZodBatch = z.core.$constructor<z.ZodUnion & { _zod: { def: Def } }, Def>('ZodBatch', (inst, def) => {
  z.ZodUnion.init(inst, def)
  const single = def.options[0]!
  inst._zod.parse = (payload, ctx) => {
    const body = payload.value
    if (Array.isArray(body)) return items('array', body, [])
    if (typeof body === 'object' && body !== null && Object.hasOwn(body, def.list)) {
      return items('list', (body as { [list: string]: unknown })[def.list], [def.list])
    }
    const { value, issues } = run(single, body)
    payload.issues.push(...issues)
    payload.value = { form: 'single', items: [value] }
    return payload

    function items(form: 'array' | 'list', given: unknown, path: string[]) {
      const problem = Array.isArray(given) ? sizeProblem(given.length, def.max) : undefined
      const { value, issues } =
        problem === undefined
          ? run(def.many, given)
          : {
              value: [],
              issues: [{ code: 'custom' as const, message: problem, input: given, inst, path: [] }],
            }
      payload.issues.push(...issues.map((issue) => ({ ...issue, path: [...path, ...(issue.path ?? [])] })))
      payload.value = { form, items: value }
      return payload
    }

    function run(schema: z.core.SomeType, value: unknown): z.core.ParsePayload {
      return schema._zod.run({ value, issues: [] }, ctx) as z.core.ParsePayload
    }
  }
})

function sizeProblem(size: number, max: number): string | undefined {
  if (size === 0) return 'must not be empty'
  return size > max ? `must be at most ${max} entries` : undefined
}

function sized(max: number) {
  return { minItems: 1, maxItems: max }
}

type Def = z.core.$ZodUnionDef & { list: string; many: z.ZodArray; max: number }
