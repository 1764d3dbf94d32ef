import { saltedSha256, sha256Hex } from '../crypto/digest.ts'
import { canonicalJson, type JsonValue } from '../json/canonical-json.ts'
import type { ColumnRules, RecordObject, Row } from './rules.ts'

/** Returns the names of the columns of a row that differ from a record. It returns no values, because a value may be a secret. */
export function differingColumns(columns: ColumnRules, row: Row, record: RecordObject): string[] {
  const differing: string[] = []
  for (const column in columns) {
    const rule = columns[column]!
    if (rule.kind === 'derived') {
      if (!same(row[column], rule.value(record))) differing.push(column)
    } else if (rule.kind === 'hashed') {
      const value = row[column] as Buffer | string | null
      const digest = (data: Buffer | string): string =>
        rule.withId === true ? saltedSha256(String(row.id), data) : sha256Hex(data)
      const agrees =
        value === null
          ? rule.orNull === true || rule.value(record) === null
          : digest(value) === rule.value(record)
      if (!agrees) differing.push(column)
    } else if (rule.kind === 'near' && !isNear(row[column], rule.value(record), rule.mayBeLate))
      differing.push(column)
  }
  return differing
}

/** Whether a value from the database equals that of a record. */
function same(found: unknown, expected: unknown): boolean {
  return found === expected || plainText(found) === plainText(expected)
}

/** Returns the same text for a value from the database driver and for the same value from JSON. */
export function plainText(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'string') return value
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? 'never' : value.toISOString()
  if (Buffer.isBuffer(value)) return value.toString('hex')
  if (typeof value === 'object') return canonicalJson(value as JsonValue)
  return String(value)
}

function isNear(found: unknown, expected: unknown, mayBeLate = false): boolean {
  if (found === null || expected === null || expected === undefined) return found === (expected ?? null)
  const apart = Number(new Date(found as Date)) - Date.parse(expected as string)
  return apart >= -NEAR_MS && apart <= (mayBeLate ? LATE_MS : NEAR_MS)
}

/** A call ends well within a minute; the clocks of processes follow the database's. */
export const NEAR_MS = 60_000
/** A statement of a call runs within an hour, or its writer has lost the connection. */
const LATE_MS = 3_600_000
