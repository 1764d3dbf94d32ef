/**
 * What this browser keeps for a person: colours, keys, views. A browser that blocks what sites store throws at each use: it is kept as
 * long as the page is there.
 */
export function readStored(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return ofThisPage.get(name) ?? null
  }
}

export function store(name: string, value: string): void {
  try {
    localStorage.setItem(name, value)
  } catch {
    ofThisPage.set(name, value)
  }
}

const ofThisPage = new Map<string, string>()
