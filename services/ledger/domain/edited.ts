import { invalid } from '../../kernel/errors/errors.ts'

/** The fields of an edit that are given; the others stay. @throws DomainError VALIDATION where there is none */
export function givenFields<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const given = Object.entries(fields).filter(([, value]) => value !== undefined)
  if (given.length === 0) throw invalid({ request: ['names no field to change'] })
  return Object.fromEntries(given) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
