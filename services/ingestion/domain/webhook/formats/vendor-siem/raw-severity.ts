import { parseBody } from '../../body.ts'
import { valueAt } from '../../fields.ts'
import { type Severity, severityOfWord } from '../../severity.ts'
import { textOf } from '../../text.ts'

/**
 * Reads the severity from the text of an event whose fields Splunk did not extract: a field of its JSON, or `name="value"` or
 * `"name": "value"` anywhere in it. The urgency comes before the severity, which is that of the event: an informational event
 * does not make the alert informational.
 */
export function rawSeverity(path: string): (alert: unknown) => Severity | null {
  return (alert) => {
    const raw = textOf(valueAt(alert, path))?.slice(0, MAX_READ) ?? ''
    const json = objectOf(raw)
    for (const { name, pattern } of FIELDS) {
      const severity = known(valueAt(json, name)) ?? known(pattern.exec(raw)?.[1])
      if (severity !== null) return severity
    }
    return null
  }
}

function known(word: unknown): Severity | null {
  const severity = severityOfWord(word)
  return severity === 'unknown' ? null : severity
}

function objectOf(raw: string): unknown {
  if (!/^\s*\{/.test(raw)) return null
  const parsed = parseBody(Buffer.from(raw))
  return parsed.ok ? parsed.value : null
}

const FIELDS = ['urgency', 'severity'].map((name) => ({
  name,
  pattern: new RegExp(`(?:(?:^|[\\s,;])${name}=|"${name}"\\s{0,9}:\\s{0,9})"?([A-Za-z]{1,20})`, 'i'),
}))
const MAX_READ = 100_000
