import { isObject } from '../../../../../../kernel/json/is-object.ts'

/**
 * Returns a function that gives equal values of one body the same text, and different ones different texts. The order of keys does not
 * count. Each object is read once, in however many others it stands.
 */
export function interning(): (value: unknown) => string {
  const known = new Map<object, string>()
  const byContent = new Map<string, string>()
  const intern = (value: unknown): string => {
    if (typeof value === 'bigint') return value.toString()
    if (typeof value !== 'object' || value === null) return JSON.stringify(value ?? null)
    const before = known.get(value)
    if (before !== undefined) return before
    const content = contentOf(value, intern)
    const text = byContent.get(content) ?? `#${byContent.size}`
    byContent.set(content, text)
    known.set(value, text)
    return text
  }
  return intern
}

function contentOf(value: object, intern: (value: unknown) => string): string {
  if (!isObject(value)) return `[${Object.values(value).map(intern).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${intern(value[key])}`)
  return `{${members.join(',')}}`
}
