import { violated } from '../../kernel/database/errors.ts'

/** @returns whether a write was appended; false where it is refused because this unique constraint has one of its rows already */
export async function unlessThere(constraint: string, appended: Promise<void>): Promise<boolean> {
  try {
    await appended
    return true
  } catch (error) {
    if (violated(error) === constraint) return false
    throw error
  }
}

/** The order of texts in which rows are written, so that no two statements can deadlock. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
