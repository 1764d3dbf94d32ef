import type { RecordObject } from '../../../kernel/state/rules.ts'

/** Whether a record was written at the same time as the newest: only the database knows which of them is the newest. */
export function isOneOfNewest(record: RecordObject, newest: RecordObject): boolean {
  return Date.parse(newest.created_at as string) - Date.parse(record.created_at as string) <= SAME_TIME_MS
}

/** Longer than a statement may wait for others. */
const SAME_TIME_MS = 30_000
