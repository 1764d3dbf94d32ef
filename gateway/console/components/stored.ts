/**
 * What this browser keeps for a person: colours, keys, views. A browser that blocks what sites store throws at each use, and one whose store
 * is full with each new value: it is kept as long as the page is there.
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
