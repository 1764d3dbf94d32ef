import { usage } from '../../command/exit-codes.ts'
import { isObject } from '../../files/json-values.ts'
import { jsonOfOption } from '../../files/text-of-file.ts'

/**
 * `--map FILE`: how rows of a JSON or CSV file become results.
 *
 * `{ "items": "path.to.list", "fields": { "metric_name": "column.or.path", "eval_type": { "value": "accuracy" } } }`
 */
export type FieldMap = {
  items: string | undefined
  fields: { [F in Field]?: string | { value: string | number } }
}

const FIELDS = [
  'metric_name',
  'metric_value',
  'eval_type',
  'passed',
  'threshold',
  'evaluated_at',
  'direction',
] as const
type Field = (typeof FIELDS)[number]

export const NO_MAP: FieldMap = { items: undefined, fields: {} }

/** @throws Failure usage */
export async function readFieldMap(path: string): Promise<FieldMap> {
  const map = await jsonOfOption('--map', path)
  const { items, fields = {} } = isObject(map) ? map : {}
  if (!isObject(map) || !isObject(fields) || (items !== undefined && typeof items !== 'string'))
    throw usage('--map: must be { "items": "path", "fields": { … } }')
  for (const [name, rule] of Object.entries(fields)) {
    if (!(FIELDS as readonly string[]).includes(name))
      throw usage(`--map: fields: one of ${FIELDS.join(', ')}`)
    const constant = isObject(rule) ? typeof rule.value : undefined
    if (typeof rule !== 'string' && constant !== 'string' && constant !== 'number')
      throw usage(`--map: fields.${name}: a path, or { "value": … }`)
  }
  return { items, fields } as FieldMap
}
