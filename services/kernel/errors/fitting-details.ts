import type { ErrorDetails } from './errors.ts'

/**
 * Returns details within a size limit: all of them if they fit, otherwise the first entries of each list and map, with `truncated:
 * true`.
 *
 * @param maxBytes size of their JSON
 */
export function fittingDetails(details: ErrorDetails, maxBytes: number): ErrorDetails {
  const fits = (some: ErrorDetails): boolean => Buffer.byteLength(JSON.stringify(some)) <= maxBytes
  if (fits(details)) return details
  for (let entries = 64; entries > 0; entries >>= 1) {
    const some = { ...firstOfEach(details, entries), truncated: true }
    if (fits(some)) return some
  }
  return { truncated: true }
}

function firstOfEach(details: ErrorDetails, entries: number): ErrorDetails {
  return Object.fromEntries(
    Object.entries(details).map(([key, value]) => {
      if (Array.isArray(value)) return [key, value.slice(0, entries)]
      if (typeof value !== 'object' || value === null) return [key, value]
      return [key, Object.fromEntries(Object.entries(value).slice(0, entries))]
    }),
  )
}
