import { UsageError } from '../usage-error.ts'

/** An object without its members that are undefined: the options that were given. */
export function given<T extends object>(options: T): Given<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>
}

/** The same of the options of a change, by their names. @throws UsageError where none was given */
export function changes<T extends object>(options: T): Given<T> {
  const found = given(options)
  if (Object.keys(found).length > 0) return found
  throw new UsageError(`give one of ${Object.keys(options).map(flag).join(', ')}`)
}

/** A list as messages have it where an empty one differs from none. */
export function values<T>(list: T[] | undefined): { values: T[] } | undefined {
  return list === undefined ? undefined : { values: list }
}

/** `rateLimit` as the command line has it. */
function flag(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
