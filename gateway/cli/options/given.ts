import { UsageError } from '../errors/usage-error.ts'

/** Returns an object without its undefined members: the options that were given. */
export function given<T extends object>(options: T): Given<T> {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Given<T>
}

/** Returns the options of a change that were given. @throws UsageError if none was given */
export function changes<T extends object>(options: T): Given<T> {
  const found = given(options)
  if (Object.keys(found).length > 0) return found
  throw new UsageError(`give one of ${Object.keys(options).map(flag).join(', ')}`)
}

/** Wraps a list for a message in which an empty list differs from none. */
export function values<T>(list: T[] | undefined): { values: T[] } | undefined {
  return list === undefined ? undefined : { values: list }
}

/** Returns an option as on the command line: `--rate-limit` of `rateLimit`. */
function flag(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`
}

type Given<T> = { [K in keyof T]?: Exclude<T[K], undefined> }
