import { violated } from '../../kernel/database/errors.ts'

/** Awaits a write. @returns false if this unique constraint refused it, because one of its rows exists already */
export async function unlessDuplicate(constraint: string, appended: Promise<void>): Promise<boolean> {
  try {
    await appended
    return true
  } catch (error) {
    if (violated(error) === constraint) return false
    throw error
  }
}
