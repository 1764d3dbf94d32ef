import { type DomainError, invalid } from '../../kernel/errors/errors.ts'

/** Returns, for every index whose key occurs earlier in the batch, the index where it first occurs. */
export function repeatedWithin(keys: readonly (string | number)[]): Map<number, number> {
  const repeated = new Map<number, number>()
  if (rising(keys)) return repeated
  const first = new Map<string | number, number>()
  for (const [index, key] of keys.entries()) {
    const earlier = first.get(key)
    if (earlier === undefined) first.set(key, index)
    else repeated.set(index, earlier)
  }
  return repeated
}

function rising(keys: readonly (string | number)[]): boolean {
  for (let i = 1; i < keys.length; i++) if (!(keys[i - 1]! < keys[i]!)) return false
  return true
}

/**
 * Returns the refusal of a batch that repeats a unique key (docs/decisions/0021-duplicate-run-ref-and-seq.md).
 * `details.duplicates` distinguishes a retry from a clash: `{ index, <field>, id }` for an item that is stored already, `{ index,
 * <field>, first_index }` for one that the batch has twice.
 *
 * @param stored the ids of the stored items, by key
 */
export function duplicateError(
  list: string,
  field: string,
  keys: readonly (string | number)[],
  stored: ReadonlyMap<string | number, string>,
): DomainError {
  const repeated = repeatedWithin(keys)
  const fieldErrors: { [field: string]: string[] } = {}
  const duplicates: { [key: string]: string | number }[] = []
  for (const [index, key] of keys.entries()) {
    const id = stored.get(key)
    const first = repeated.get(index)
    if (id === undefined && first === undefined) continue
    const why = id === undefined ? 'occurs earlier in this batch' : 'was already submitted'
    fieldErrors[`${list}.${index}.${field}`] = [why]
    duplicates.push({ index, [field]: key, ...(id === undefined ? { first_index: first! } : { id }) })
  }
  return invalid(fieldErrors, { duplicates })
}
