import { decimal } from './own.ts'

/** Returns the severity of the native format: exactly one of the five words of docs/api.md 2.9; anything else is `unknown`. */
export function strictSeverity(value: unknown): Severity {
  return isSeverity(value) ? value : 'unknown'
}

/** Returns the severity of a product's word, in any case; null for a word (or a value) that names none. */
export function severityOfWord(value: unknown): Severity | null {
  if (typeof value !== 'string' || value.length > 40) return null
  return WORDS.get(plainWord(value)) ?? null
}

/** Whether a word means information and not an alert. */
export function isInformational(value: unknown): boolean {
  return typeof value === 'string' && value.length <= 40 && INFORMATIONAL.has(plainWord(value))
}

/**
 * Returns the severity of a number (or a decimal string) on an ascending scale: that of the last band whose `from` it reaches.
 * Returns null below the first band, and for a value that is no number.
 */
export function severityOfNumber(value: unknown, bands: readonly Band[]): Severity | null {
  const number = decimal(value)
  if (number === null) return null
  let severity: Severity | null = null
  for (const band of bands) if (number >= band.from) severity = band.severity
  return severity
}

export function isSeverity(value: unknown): value is Severity {
  return typeof value === 'string' && Object.hasOwn(RANK, value)
}

/** Reads the severity word in a text: medium or high for `E_MEDIUM`, `SEVERITY_HIGH`, `SEV_030_MEDIUM` and `High `. */
function plainWord(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^(?:e|severity|sev|level|priority)_(?:[0-9]{1,3}_)?/, '')
}

const RANK = { unknown: 0, low: 1, medium: 2, high: 3, critical: 4 } satisfies Record<Severity, number>

const INFORMATIONAL: ReadonlySet<string> = new Set([
  'informational',
  'information',
  'info',
  'debug',
  'verbose',
])

const WORDS = new Map<string, Severity>([
  ...words('low', ...INFORMATIONAL, 'low', 'notice', 'minor', 'none', 'not classified'),
  ...words('medium', 'medium', 'moderate', 'warning', 'warn', 'average'),
  ...words('high', 'high', 'error', 'major', 'severe', 'important', 'alert'),
  ...words('critical', 'critical', 'crit', 'fatal', 'emergency', 'emerg', 'disaster', 'page', 'urgent'),
  ...words('unknown', 'unknown'),
])

function words(severity: Severity, ...spellings: string[]): [string, Severity][] {
  return spellings.map((spelling) => [spelling, severity])
}

export type Severity = 'low' | 'medium' | 'high' | 'critical' | 'unknown'

export type Band = { from: number; severity: Severity }
