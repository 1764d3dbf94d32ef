export function isObject(value: unknown): value is { [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A finite number, not a text. */
export function isMeasured(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Reads ISO 8601 text, as tools write it; undefined for any other value. */
export function instantOf(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d/.test(value)) return undefined
  // Python's isoformat() may have no zone. Tools mean UTC or local time and do not say which; UTC is assumed.
  const zoned = /(Z|[+-]\d\d:?\d\d)$/i.test(value) ? value : `${value.replace(' ', 'T')}Z`
  const at = new Date(zoned)
  return Number.isNaN(at.getTime()) ? undefined : at
}
