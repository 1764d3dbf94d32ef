import type { Operation } from './operation.ts'

/** The operation of a request and the decoded parameters of its path. */
export type Match = { operation: Operation; params: { [name: string]: string } }

/**
 * Finds the operation of a method and path. Segments are compared before decoding, so that an encoded slash stays inside its
 * segment. A segment that cannot be decoded stays as it was sent, and the parameter's schema refuses it.
 *
 * @param prefix the prefix of every path, e.g. `/api/v1`
 */
export function router(
  operations: Operation[],
  prefix: string,
): (method: string, path: string) => Match | undefined {
  const fixed = new Map<string, Match>()
  const patterns: { operation: Operation; segments: string[] }[] = []
  for (const operation of operations) {
    if (operation.path.includes('{'))
      patterns.push({ operation, segments: (prefix + operation.path).split('/') })
    else fixed.set(`${operation.method} ${prefix}${operation.path}`, { operation, params: {} })
  }
  return (method, path) => {
    const exact = fixed.get(`${method} ${path}`)
    if (exact !== undefined) return exact
    const given = path.split('/')
    for (const { operation, segments } of patterns) {
      if (operation.method !== method || segments.length !== given.length) continue
      const params = matched(segments, given)
      if (params !== undefined) return { operation, params }
    }
    return undefined
  }
}

function matched(segments: string[], given: string[]): { [name: string]: string } | undefined {
  const params: { [name: string]: string } = {}
  for (const [i, segment] of segments.entries()) {
    const value = given[i]!
    if (!segment.startsWith('{')) {
      if (segment !== value) return undefined
      continue
    }
    if (value === '') return undefined
    try {
      params[segment.slice(1, -1)] = decodeURIComponent(value)
    } catch {
      params[segment.slice(1, -1)] = value
    }
  }
  return params
}
