/** Caches a reader's results, so that a text or an object is read once and every later call gets the same objects. */
export function once<K, T>(read: (what: K) => T): (what: K) => T {
  const known = new Map<K, T>()
  return (what) => {
    let found = known.get(what)
    if (found === undefined) {
      found = read(what)
      known.set(what, found)
    }
    return found
  }
}
