import { recognisedBy } from '../matching/recognised-by.ts'
import type { Product } from '../product.ts'

/**
 * Returns the alerts that are others than those that were found: an alert of the same form of the same product whose own id
 * differs. A copy of an alert, or the same alert in another form, is none. An alert without an id of its own is none.
 */
export function alertsBeside(found: readonly unknown[], others: readonly unknown[]): readonly unknown[] {
  const known = found.map(identityOf)
  return others.filter((other) => {
    const own = identityOf(other)
    const same = own === null ? [] : known.filter((one) => one !== null && one.form === own.form)
    return same.length > 0 && same.every((one) => one !== null && own !== null && differ(one.id, own.id))
  })
}

/** Returns the form of an alert and its id, in parts. Content hashes are left out: copies of an alert can have different ones. */
function identityOf(alert: unknown): Identity | null {
  const product = recognisedBy(alert)
  const form = product?.forms.find((conditions) => conditions.every(({ holds }) => holds(alert)))
  const id = product?.identity.of(alert)?.replace(HASH, '').trim() ?? ''
  return form === undefined || id === '' ? null : { form, id: id.split(SEPARATORS) }
}

/**
 * Whether two ids differ in a part that both have. `7` and `7@example.org`, or `0:7` and `2:7`, can be of one alert, whose copy
 * lacks the scope.
 */
function differ(one: readonly string[], other: readonly string[]): boolean {
  const has = (part: string | undefined): boolean => part !== undefined && part !== '' && part !== '0'
  return one.some((part, place) => has(part) && has(other[place]) && part !== other[place])
}

const HASH = /sha256:[0-9a-f]{64}/g
const SEPARATORS = /[@:\s]/

type Identity = { form: Product['forms'][number]; id: readonly string[] }
