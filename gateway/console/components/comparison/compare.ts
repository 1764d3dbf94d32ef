/** A name with its value: `['Severity', 'high']`. */
export type Fact = readonly [name: string, value: string]
/** The values that two states of a thing have of one name; undefined where a state has no such value. */
export type Compared = { name: string; before: string | undefined; after: string | undefined }

/**
 * Pairs the facts of two states by name, in the order of the later state. Facts that only the earlier state has are at the end.
 */
export function compare(before: readonly Fact[], after: readonly Fact[]): Compared[] {
  const earlier = new Map(before)
  const later = new Map(after)
  return [
    ...[...later].map(([name, value]) => ({ name, before: earlier.get(name), after: value })),
    ...[...earlier]
      .filter(([name]) => !later.has(name))
      .map(([name, value]) => ({ name, before: value, after: undefined })),
  ]
}

export const isChanged = ({ before, after }: Compared): boolean => before !== after
