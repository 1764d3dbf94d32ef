import type { Failure } from '../command/exit-codes.ts'
import { isObject } from './json-values.ts'
import { refused } from './refused.ts'

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
