import type { Reading } from '../product.ts'

/**
 * Makes a title from the technical name of an alert's kind, if it has no other: `AutomatedLeadSummaryEvent` of CrowdStrike
 * becomes `CrowdStrike: Automated lead summary event`.
 */
export function classTitle(product: string, path: string, prefix = /^$/): Reading {
  const read = (text: string) => {
    const words = wordsOf(text.trim().replace(prefix, ''))
    return words === '' ? undefined : `${product}: ${words}`
  }
  return { path, read }
}

/** Splits a name in camel case or with underscores into words. Abbreviations and any other text stay as they are. */
export function wordsOf(name: string): string {
  if (!/^\w+$/.test(name)) return name
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[_ ]+/)
  const isLoud = !/[a-z]/.test(name)
  const text = words.map((word) => (!isLoud && /^[A-Z][A-Z0-9]+$/.test(word) ? word : word.toLowerCase()))
  const line = text.join(' ').trim()
  return line.charAt(0).toUpperCase() + line.slice(1)
}
