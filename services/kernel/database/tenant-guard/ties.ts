/**
 * A value in a statement. It is tied when it can only be a value that the caller gave, or a value of the same row as a tied
 * value.
 */
export type Value = { tied: boolean; readonly ties: Value[]; readonly needs: Value[] | undefined }

/** The ties between the values of one statement. */
export class Ties {
  readonly #values: Value[] = []

  /** A parameter or a constant. */
  readonly given: Value = { tied: true, ties: [], needs: undefined }

  /** A value about which nothing is known yet. */
  value(): Value {
    return this.#keep({ tied: false, ties: [], needs: undefined })
  }

  /**
   * A value that is computed from others. It is tied when all of them are; the result is undefined when one of them is unknown.
   */
  all(values: readonly (Value | undefined)[]): Value | undefined {
    const known = values.filter((value) => value !== undefined)
    if (known.length === 0 || known.length < values.length) return undefined
    return this.#keep({ tied: false, ties: [], needs: known })
  }

  /** Makes `to` tied whenever `from` is. */
  imply(from: Value, to: Value): void {
    to.ties.push(from)
  }

  /** Ties every value that follows from tied ones, until none is left. */
  propagate(): void {
    for (let moved = true; moved; ) {
      moved = false
      for (const value of this.#values) {
        if (value.tied) continue
        value.tied = value.ties.some(({ tied }) => tied) || (value.needs?.every(({ tied }) => tied) ?? false)
        moved ||= value.tied
      }
    }
  }

  #keep(value: Value): Value {
    this.#values.push(value)
    return value
  }
}
