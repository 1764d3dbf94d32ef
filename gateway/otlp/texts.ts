import { LIMITS } from '../../services/kernel/values/limits.ts'

/** The problem of the first of these texts that is too long or not well-formed. */
export function tooLong(texts: { [name: string]: string | undefined }): string | undefined {
  for (const name in texts) {
    const text = texts[name]
    if (text === undefined) continue
    if (text.length > LIMITS.identifier && [...text].length > LIMITS.identifier)
      return `${name} is longer than ${LIMITS.identifier} characters`
    if (!text.isWellFormed() || text.includes('\0')) return `${name} holds a character that no text may hold`
  }
  return undefined
}
