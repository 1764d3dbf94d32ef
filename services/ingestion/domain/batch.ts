import { invalid } from '../../kernel/errors/errors.ts'
import { textProblem } from '../../kernel/values/checks.ts'
import { KIND_PATTERN, TIME_END, TIME_START } from '../../kernel/values/limits.ts'

/**
 * Collects what is wrong with the items of a batch and throws all of it at once, each problem under
 * `<list>.<index>.<field>`. A batch out of size is refused before any item is looked at.
 */
export class BatchChecks {
  readonly #list: string
  readonly #errors: { [field: string]: string[] } = {}

  /** @throws DomainError VALIDATION unless there are 1 to `max` items. */
  constructor(list: string, size: number, max: number) {
    this.#list = list
    if (size === 0) throw invalid({ [list]: ['must not be empty'] })
    if (size > max) throw invalid({ [list]: [`must have at most ${max} entries`] })
  }

  /** Says that a field of an item is wrong unless the condition holds. */
  that(ok: boolean, index: number, field: string, message: string): this {
    if (!ok) this.wrong(index, field, message)
    return this
  }

  /** Text of `min` to `max` code points that can be stored and hashed. */
  text(index: number, field: string, text: string, max: number, min = 1): this {
    const problem = textProblem(text, max, min)
    if (problem !== undefined) this.wrong(index, field, problem)
    return this
  }

  kind(index: number, field: string, text: string): this {
    if (!KIND_PATTERN.test(text)) this.wrong(index, field, `must match ${KIND_PATTERN.source}`)
    return this
  }

  instant(index: number, field: string, at: Date | undefined): this {
    if (at === undefined) return this.wrong(index, field, 'is required')
    const ms = at.getTime()
    return this.that(
      ms >= TIME_START && ms < TIME_END,
      index,
      field,
      'must be from 2000-01-01 up to 2100-01-01',
    )
  }

  wrong(index: number, field: string, message: string): this {
    const key = `${this.#list}.${index}.${field}`
    const messages = this.#errors[key]
    if (messages === undefined) this.#errors[key] = [message]
    else messages.push(message)
    return this
  }

  /** @throws DomainError VALIDATION when anything was wrong. */
  done(): void {
    for (const _ in this.#errors) throw invalid(this.#errors)
  }
}
