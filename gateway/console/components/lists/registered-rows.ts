import type { DescMessage } from '@bufbuild/protobuf'
import type { ImportRow } from './import-rows.ts'

/** Returns a text that is the same for a row's request and for the registered thing that the row names. */
type Identify = (of: object) => string

/** @param columns the columns that tell the things of a register apart, by their names in the API */
export function identifier(desc: DescMessage, columns: readonly string[]): Identify {
  const fields = columns.map((column) => desc.fields.find(({ name }) => name === column)!.localName)
  return (of) => JSON.stringify(fields.map((field) => held(of, field)))
}

/** Gives the second of two rows for one thing a problem that names the first. */
export function withTwins<I extends DescMessage>(
  rows: readonly ImportRow<I>[],
  columns: readonly string[],
  identify: Identify,
): ImportRow<I>[] {
  const first = new Map<string, ImportRow<I>>()
  return rows.map((row) => {
    if (row.problems.length > 0) return row
    const key = identify(row.request)
    const twin = first.get(key)
    if (twin === undefined) {
      first.set(key, row)
      return row
    }
    const isSame = JSON.stringify(row.request) === JSON.stringify(twin.request)
    const problem = isSame
      ? `is the same as line ${twin.line}`
      : `has the ${columns.join(' and ')} of line ${twin.line}`
    return { ...row, problems: [problem] }
  })
}

/** Marks the rows that are registered already with the columns in which they differ from the most similar registered thing. */
export function withRegistered<I extends DescMessage>(
  desc: I,
  rows: readonly ImportRow<I>[],
  registered: readonly object[],
  identify: Identify,
): ImportRow<I>[] {
  const known = new Map<string, object[]>()
  for (const one of registered) {
    const key = identify(one)
    const same = known.get(key)
    if (same === undefined) known.set(key, [one])
    else same.push(one)
  }
  return rows.map((row) => {
    const same = row.problems.length > 0 ? undefined : known.get(identify(row.request))
    return same === undefined ? row : { ...row, registered: nearest(desc, row.request, same) }
  })
}

function nearest(desc: DescMessage, request: object, registered: readonly object[]): string[] {
  const given = desc.fields.filter(({ localName }) => Object.hasOwn(request, localName))
  const all = registered.map((one) =>
    given
      .filter(({ localName }) => held(one, localName) !== held(request, localName))
      .map(({ name }) => name),
  )
  return all.reduce((least, one) => (one.length < least.length ? one : least))
}

const held = (of: object, field: string): unknown => (of as { [field: string]: unknown })[field] ?? ''
