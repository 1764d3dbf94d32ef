import type { DescEnum } from '@bufbuild/protobuf'

/** The two directions between a closed protobuf enum and its lower-case wire words. */
type EnumText<E extends number> = {
  /** Every word, in the order of the enum. */
  words: [string, ...string[]]
  /** Every value that has a word. */
  values: E[]
  /** The word of a value. @throws RangeError for UNSPECIFIED and unknown values. */
  word(value: E): string
  /** The value of a word. @throws RangeError for what is not a word. */
  value(word: string): E
  /** Whether the value has a word. */
  has(value: E): boolean
  /** The error text for a wrong value, with the names of the enum: callers of an RPC write these. */
  expected: string
}

/** Derives the words from the enum's own value names: `SEVERITY_LOW` is `low`. Value 0 has no word. */
export function enumText<E extends number>(desc: DescEnum): EnumText<E> {
  const prefix = desc.sharedPrefix ?? ''
  const values = desc.values.filter((value) => value.number !== 0)
  const wordOf = new Map(values.map((value) => [value.number, value.name.slice(prefix.length).toLowerCase()]))
  const byWord = new Map(values.map((value) => [wordOf.get(value.number)!, value.number as E]))
  const known = <T>(found: T | undefined, given: unknown): T => {
    if (found === undefined) throw new RangeError(`${desc.typeName} has no ${String(given)}`)
    return found
  }
  return {
    words: [...wordOf.values()] as [string, ...string[]],
    values: values.map((value) => value.number as E),
    word: (value) => known(wordOf.get(value), value),
    value: (word) => known(byWord.get(word), word),
    has: (value) => wordOf.has(value),
    expected: `must be one of ${values.map(({ name }) => name).join(', ')}`,
  }
}
