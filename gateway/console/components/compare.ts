/** A value by its name: `['Severity', 'high']`. */
export type Fact = readonly [name: string, value: string]
/** A value in two states of a thing; undefined where one of them has none of that name. */
export type Compared = { name: string; before: string | undefined; after: string | undefined }

/** Puts the facts of two states beside each other: in the order of the later one, what only the earlier one has at the end. */
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
