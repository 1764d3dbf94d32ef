/** Filters under a name. */
export type View = { name: string; search: { [name: string]: string } }

/** Reads the views that a browser has stored. Leaves out what is not a view: a person or another version may have written it. */
export function readViews(stored: string | null): View[] {
  let found: unknown
  try {
    found = JSON.parse(stored ?? '[]')
  } catch {
    return []
  }
  return Array.isArray(found) ? found.filter(isView).slice(0, MOST) : []
}

export function writeViews(views: readonly View[]): string {
  return JSON.stringify(views.slice(-MOST))
}

function isView(found: unknown): found is View {
  if (typeof found !== 'object' || found === null) return false
  const { name, search } = found as Partial<View>
  return (
    typeof name === 'string' &&
    typeof search === 'object' &&
    search !== null &&
    Object.values(search).every((value) => typeof value === 'string')
  )
}

const MOST = 50
