/**
 * Reads a value that this browser stores for a person: colours, keys, views. A browser that blocks storage throws at each use,
 * and a browser whose storage is full throws at each new value. Such values are kept as long as the page is open.
 */
export function readStored(name: string): string | null {
  const kept = ofThisPage.get(name)
  if (kept !== undefined) return kept
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
    ofThisPage.delete(name)
  } catch {
    ofThisPage.set(name, value)
  }
}

const ofThisPage = new Map<string, string>()
