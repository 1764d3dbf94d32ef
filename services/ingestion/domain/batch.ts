import { invalid } from '../../kernel/errors/errors.ts'

/**
 * Collects the problems of all items of a batch and throws them at once, each under `<list>.<index>.<field>`. A batch that is too
 * small or too large is refused before any item is checked.
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

  /** Reports that a field of an item is wrong unless the condition holds. */
  that(ok: boolean, index: number, field: string, message: string): this {
    if (!ok) this.wrong(index, field, message)
    return this
  }

  /** Reports that a field of an item is wrong. */
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
