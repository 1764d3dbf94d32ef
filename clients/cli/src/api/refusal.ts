import { isObject } from '../files/json-values.ts'
import type { ApiError } from './rest.ts'

/**
 * Says in words why the server refuses a body: each field with its problems, or the message where no field is named.
 *
 * @param nameOf returns what a field is called in the input; without it a field has its name in the API
 */
export function reasonOf(error: ApiError | undefined, nameOf = (field: string) => field): string {
  const { fieldErrors } = isObject(error?.details) ? error.details : {}
  const problems = isObject(fieldErrors)
    ? Object.entries(fieldErrors).map(([field, texts]) => `${nameOf(field)}: ${[texts].flat().join(', ')}`)
    : []
  if (problems.length === 0) return error?.message ?? 'no reason given'
  const more = problems.length > SHOWN ? [`and ${problems.length - SHOWN} more`] : []
  return [...problems.slice(0, SHOWN), ...more].join('; ')
}

const SHOWN = 20
