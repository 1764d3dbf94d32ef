import { printable } from '../command/printable.ts'
import { textOfOption } from '../files/text-of-file.ts'

/**
 * Reads what `import results` wrote to standard error.
 *
 * @returns its last lines, at most 20 of at most 1,000 characters each, made printable; none without a file
 * @throws Failure usage: the file cannot be read
 */
export async function importLogOf(path: string | undefined): Promise<string[]> {
  if (path === undefined) return []
  const text = await textOfOption('--import-log', path)
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  return lines.slice(-LINES).map((line) => printable(line.slice(0, LINE_LENGTH)))
}

const LINES = 20
const LINE_LENGTH = 1000
