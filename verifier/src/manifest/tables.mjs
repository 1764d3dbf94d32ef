import { Failure } from '../report/failure.mjs'

/** @import { Manifest } from './manifest.mjs' */

const MAX_LINES = 10_000
const MAX_BYTES = 4 * 1024 * 1024
const MAX_TABLES_BYTES = 32 * 1024 * 1024

/** @param {string} type */
export const csvName = (type) => `csv/${type}.csv`

/**
 * Throws unless the listed tables are of types of the package, in ascending order, and within the limits individually and
 * together.
 *
 * @param {Pick<Manifest, 'csv' | 'counts' | 'parts'>} manifest
 */
export function assertTables({ csv = [], counts, parts }) {
  let together = 0
  for (const [i, type] of csv.entries()) {
    const lines = typeof type === 'string' && Object.hasOwn(counts, type) ? (counts[type] ?? 0) : 0
    const bytes = parts.filter((part) => part.type === type).reduce((sum, part) => sum + part.bytes, 0)
    together += bytes
    const inOrder = i === 0 || /** @type {string} */ (csv[i - 1]) < type
    if (!inOrder || lines < 1 || lines > MAX_LINES || bytes > MAX_BYTES || together > MAX_TABLES_BYTES)
      throw new Failure('manifest_form', 'not a list of types that have tables', { file: 'manifest.json' })
  }
}
