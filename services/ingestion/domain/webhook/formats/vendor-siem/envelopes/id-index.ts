/**
 * Collects alerts by the parts of their ids. `near` returns those whose ids do not differ from an id, and lowers the budget by the
 * ids that it compares.
 */
export function idIndex<T extends { id: readonly string[] }>() {
  const all: T[] = []
  const places = Array.from({ length: MAX_PLACES }, () => ({
    byPart: new Map<string, T[]>(),
    without: [] as T[],
  }))
  return {
    add: (one: T): void => {
      all.push(one)
      for (const [place, { byPart, without }] of places.entries()) {
        const part = one.id[place]
        if (!isPart(part)) without.push(one)
        else pushTo(byPart, part, one)
      }
    },
    near: (id: readonly string[], budget: { left: number }): readonly T[] => {
      let least: readonly (readonly T[])[] = [all]
      for (const [place, { byPart, without }] of places.entries()) {
        const part = id[place]
        if (!isPart(part)) continue
        const lists = [byPart.get(part) ?? [], without]
        if (sizeOf(lists) < sizeOf(least)) least = lists
      }
      return least.flat().filter((one) => --budget.left > 0 && !differ(one.id, id))
    },
  }
}

function sizeOf(lists: readonly (readonly unknown[])[]): number {
  return lists.reduce((size, list) => size + list.length, 0)
}

/**
 * Whether two ids differ in a part that both have. `7` and `7@example.org`, or `0:7` and `2:7`, can be of one alert, whose copy
 * lacks the scope.
 */
function differ(one: readonly string[], other: readonly string[]): boolean {
  for (const [place, part] of one.entries())
    if (part !== other[place] && isPart(part) && isPart(other[place])) return true
  return false
}

function isPart(part: string | undefined): part is string {
  return part !== undefined && part !== '' && part !== '0'
}

/** Adds a value to the list of a key. */
export function pushTo<K, T>(map: Map<K, T[]>, key: K, value: T): void {
  const list = map.get(key)
  if (list === undefined) map.set(key, [value])
  else list.push(value)
}

/** Ids have few parts. Further parts are compared only. */
const MAX_PLACES = 4
