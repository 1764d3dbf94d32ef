import { fromConnectError } from '../../services/kernel/errors/connect-errors.ts'
import { DomainError, type FlatErrors } from '../../services/kernel/errors/errors.ts'
import type { JsonValue } from '../../services/kernel/json/canonical-json.ts'
import type { Batch } from '../schema/batch.ts'

/**
 * Submits a batch. A service names a refused field `<list>.<index>.<field>`. The answer has the path in the body that was sent:
 * `<index>.<field>` for a bare array, `<field>` for one object.
 */
export async function submitBatch<T>(
  list: string,
  { form }: Pick<Batch<unknown>, 'form'>,
  submit: () => Promise<T>,
): Promise<T> {
  try {
    return await submit()
  } catch (thrown) {
    throw renamed(fromConnectError(thrown), list, form)
  }
}

function renamed(error: DomainError, list: string, form: Batch<unknown>['form']): DomainError {
  if (form === 'list' || error.details === undefined) return error
  const rename = (path: string): string => {
    const [head, index, ...field] = path.split('.')
    if (head !== list || index === undefined) return path
    return form === 'array' ? [index, ...field].join('.') : field.join('.')
  }
  const { fieldErrors = {} } = error.details as Partial<FlatErrors>
  const [first] = Object.entries(fieldErrors)
  const message = first === undefined ? error.message : `${rename(first[0])}: ${first[1][0]}`
  const details = Object.fromEntries(
    Object.entries(error.details)
      .filter(([key]) => form !== 'single' || !NAMING_ITEMS.has(key))
      .map(([key, value]) => [key, key === 'fieldErrors' ? keysOf(fieldErrors, rename) : value]),
  )
  const carried = Object.keys(details).length === 0 ? {} : { details }
  return new DomainError(error.reason, message, { ...carried, cause: error })
}

function keysOf(fields: FlatErrors['fieldErrors'], rename: (path: string) => string): JsonValue {
  return Object.fromEntries(Object.entries(fields).map(([path, why]) => [rename(path), why]))
}

/** Left out for a single object: its message names the unknown thing. */
const NAMING_ITEMS = new Set(['index', 'unknown'])
