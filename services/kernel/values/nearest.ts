/** Returns the known name that is nearest to a name, or undefined when none is near. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  const given = name.slice(0, LONGEST).toLowerCase().replaceAll('-', '_')
  const [best] = known
    .map((candidate) => ({ candidate, distance: distance(given, candidate.toLowerCase()) }))
    .filter(({ candidate, distance }) => distance <= Math.max(1, Math.floor(candidate.length / 2)))
    .sort((a, b) => a.distance - b.distance)
  return best?.candidate
}

/** Returns the Levenshtein distance: the number of characters that have to be inserted, deleted or replaced. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + same))
    }
    row = next
  }
  return row[b.length]!
}

const LONGEST = 64
