import { unwrap } from '../../services/ingestion/domain/webhook/formats/vendor-siem/envelopes/envelopes.ts'
import {
  commonFormatOf,
  recognisedBy,
} from '../../services/ingestion/domain/webhook/formats/vendor-siem/matching/recognised-by.ts'
import type { Product } from '../../services/ingestion/domain/webhook/formats/vendor-siem/product.ts'
import { COMMON_FORMATS } from '../../services/ingestion/domain/webhook/formats/vendor-siem/products/common-formats.ts'
import { PRODUCTS } from '../../services/ingestion/domain/webhook/formats/vendor-siem/products/index.ts'
import { bodyOf, files } from './vendor-bodies.ts'

export const everyProduct: readonly Product[] = [...PRODUCTS, ...COMMON_FORMATS]

export function productOf(alert: unknown): Product | undefined {
  return recognisedBy(alert) ?? commonFormatOf(alert)
}

/** Returns, by product, each alert of the samples and fixtures that it recognises, without its wrapping. */
export function sampleAlerts(): ReadonlyMap<string, readonly Json[]> {
  const found = new Map<string, Json[]>()
  for (const file of files) {
    const unwrapped = unwrap(bodyOf(file), (alert) => recognisedBy(alert) !== undefined)
    for (const alert of unwrapped.ok ? unwrapped.alerts : []) {
      const product = productOf(alert)
      if (product) found.set(product.id, [...(found.get(product.id) ?? []), alert as Json])
    }
  }
  return found
}

/**
 * Returns an alert with another value at a path, in the place where the alert has one; undefined if it has no part of the path.
 */
export function withValue(alert: Json, path: string, value: unknown): Json | undefined {
  const copy = structuredClone(alert)
  const steps = path.split('.')
  return replaceAt(copy, steps, value) || addTo(copy, steps, value) ? copy : undefined
}

/**
 * Replaces the value that `valueAt` would find: its path may be dotted or nested, in any spelling, in the first element of lists.
 */
function replaceAt(node: unknown, steps: readonly string[], value: unknown): boolean {
  if (Array.isArray(node)) return node.some((element) => replaceAt(element, steps, value))
  if (typeof node !== 'object' || node === null) return false
  for (let end = 1; end <= steps.length; end++) {
    const key = keyLike(node, steps.slice(0, end).join('.'))
    if (key === undefined) continue
    if (end === steps.length) (node as Json)[key] = value
    if (end === steps.length || replaceAt((node as Json)[key], steps.slice(end), value)) return true
  }
  return false
}

/** Adds a single key to the alert, and a longer path to the object that its first key names. */
function addTo(node: unknown, steps: readonly string[], value: unknown): boolean {
  if (Array.isArray(node)) return node.some((element) => addTo(element, steps, value))
  if (typeof node !== 'object' || node === null) return false
  const [first, ...rest] = steps
  const key = keyLike(node, first!)
  if (rest.length > 0) return key !== undefined && addTo((node as Json)[key], rest, value)
  ;(node as Json)[key ?? first!] = value
  return true
}

function keyLike(node: object, wanted: string): string | undefined {
  const fold = (key: string) => key.replace(/[_-]/g, '').toLowerCase()
  return Object.keys(node).find((key) => fold(key) === fold(wanted))
}

export type Json = { [key: string]: unknown }
