/** Returns a value as JSON. @throws TypeError for NaN and infinities, which JSON.stringify would turn into null */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (name, inner) => {
    if (typeof inner === 'number' && !Number.isFinite(inner))
      throw new TypeError(`${name}: ${inner} is not a JSON number`)
    return inner
  })
}
