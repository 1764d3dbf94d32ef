import { EXIT, Failure } from '../command/exit-codes.ts'
import { printable } from '../command/printable.ts'

/**
 * Returns the failure of a file that cannot be imported. It says which file, where in it, and why. Nothing of the file was sent.
 */
export function refused(file: string, place: string, reason: string): Failure {
  return new Failure(
    EXIT.usage,
    `${printable(file)}: ${place === '' ? '' : `${printable(place)}: `}${reason}`,
  )
}

/** Reads fields of a parsed document. An error names the place of the field that does not have the form of its format. */
export class Place {
  readonly file: string
  readonly path: string

  constructor(file: string, path = '') {
    this.file = file
    this.path = path
  }

  at(key: string | number): Place {
    const step = typeof key === 'number' ? `[${key}]` : this.path === '' ? key : `.${key}`
    return new Place(this.file, `${this.path}${step}`)
  }

  refuse(reason: string): Failure {
    return refused(this.file, this.path, reason)
  }

  object(value: unknown): { [key: string]: unknown } {
    if (!isObject(value)) throw this.refuse('must be an object')
    return value
  }

  array(value: unknown): unknown[] {
    if (!Array.isArray(value)) throw this.refuse('must be an array')
    return value
  }

  text(value: unknown): string {
    if (typeof value !== 'string') throw this.refuse('must be a string')
    return value
  }

  /** A whole number, at least 0. */
  count(value: unknown): number {
    if (typeof value !== 'number' || !Number.isSafeInteger(value) || value < 0)
      throw this.refuse('must be a whole number')
    return value
  }

  flag(value: unknown): boolean {
    if (typeof value !== 'boolean') throw this.refuse('must be true or false')
    return value
  }
}

export function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A finite number, not a text. */
export function isMeasured(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Reads ISO 8601 text, as tools write it; undefined for any other value. */
export function instantOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  // Python's isoformat() may have no zone. Tools mean UTC or local time and do not say which; UTC is assumed.
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value.replace(' ', 'T')}Z`
  const at = new Date(zoned)
  return Number.isNaN(at.getTime()) ? undefined : at
}
