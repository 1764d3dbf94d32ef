import { invalid } from '../errors/errors.ts'
import { isUuid } from './ids.ts'
import { KIND_PATTERN, TIME_END, TIME_START } from './limits.ts'

/**
 * Collects the errors of a request, field by field, and throws them together. These rules apply to every caller. The gateway's
 * schemas check the same limits earlier and name JSON types.
 */
export class Checks {
  readonly #errors: { [field: string]: string[] } = {}

  /** Reports that a field is wrong unless the condition is true. */
  that(ok: boolean, field: string, message: string): this {
    if (!ok) this.#errors[field] = [...(this.#errors[field] ?? []), message]
    return this
  }

  /** Text that can be stored and hashed: no NUL, no lone surrogate, `min` to `max` code points. */
  text(field: string, text: string, max: number, min = 0): this {
    const problem = textProblem(text, max, min)
    return problem === undefined ? this : this.that(false, field, problem)
  }

  /**
   * At most `max` entries, each checked by `each`. The entries of a list that is too long are not checked, so that the work and
   * the answer are bounded for every request.
   */
  list<T>(field: string, items: readonly T[], max: number, each: (item: T, index: number) => void): this {
    if (items.length > max) return this.that(false, field, `must have at most ${max} entries`)
    for (const [index, item] of items.entries()) each(item, index)
    return this
  }

  kind(field: string, text: string): this {
    return this.that(KIND_PATTERN.test(text), field, `must match ${KIND_PATTERN.source}`)
  }

  instant(field: string, at: Date): this {
    const problem = instantProblem(at)
    return problem === undefined ? this : this.that(false, field, problem)
  }

  /** @throws DomainError VALIDATION when anything was wrong. */
  done(): void {
    for (const _ in this.#errors) throw invalid(this.#errors)
  }
}

/** The problem of an instant, in words; undefined where there is none. It applies to every instant of a request. */
export function instantProblem(at: Date): string | undefined {
  const ms = at.getTime()
  return ms >= TIME_START && ms < TIME_END ? undefined : 'must be from 2000-01-01 up to 2100-01-01'
}

/** The problem of a text, in words; undefined where there is none. The length is in code points. */
export function textProblem(text: string, max: number, min = 0): string | undefined {
  if (text.length < min) return min === 1 ? 'must not be empty' : `must be at least ${min} characters`
  if (text.length > max && codePoints(text) > max) return `must be at most ${max} characters`
  if (text.includes('\0')) return 'must not contain NUL'
  if (!text.isWellFormed()) return 'must not contain a lone surrogate'
  return undefined
}

/** The id in its canonical spelling. @throws DomainError VALIDATION for a text that is not a UUID. */
export function uuid(field: string, text: string): string {
  if (!isUuid(text)) throw invalid({ [field]: ['must be a UUID'] })
  return text.toLowerCase()
}

function codePoints(text: string): number {
  let count = 0
  for (const _ of text) count += 1
  return count
}
