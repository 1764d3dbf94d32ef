import { LIMITS } from '../../../../../../kernel/values/limits.ts'
import { valueAt } from '../../../fields.ts'
import type { MappedIncident } from '../../../incident.ts'
import type { Severity } from '../../../severity.ts'
import { cut } from '../../../text.ts'
import type { Product } from '../product.ts'
import { rawSeverity } from '../raw-severity.ts'
import { type ReadAlert, readAlert } from '../read-alert.ts'
import { unwrap } from './envelopes.ts'

/**
 * Returns the alert of a search, completed from the alert that the search found, if the text at `path` is one of a known
 * product. The title, severity, time and systems of the found alert fill in what the search does not say. Identity and state
 * stay those of the search. A person configured the search to find this, so a found alert that is informational does not make
 * the result low.
 */
export function withCarried(
  search: MappedIncident,
  path: string,
  alert: unknown,
  productOf: ProductOf,
): MappedIncident {
  const carried = carriedAt(path, alert, productOf)
  if (carried === null) return { ...search, severity: severityOf(search, path, alert) }
  const { incident: inner, state } = carried
  const isInformation = state === 'informational' && inner.severity === 'low'
  const { text, shortened } = cut(titleOf(search, inner), LIMITS.title)
  const replaced = new Set(['title_stands_in', 'title_truncated'])
  if (search.occurredAt === null && inner.occurredAt !== null)
    for (const note of ['occurred_at_absent', 'occurred_at_unreadable']) replaced.add(note)
  const notes = search.notes.filter((note) => !replaced.has(note))
  return {
    ...search,
    title: text,
    severity: severityOf(search.severity === 'unknown' && !isInformation ? inner : search, path, alert),
    occurredAt: search.occurredAt ?? inner.occurredAt,
    affectedSystems: search.affectedSystems.length > 0 ? search.affectedSystems : inner.affectedSystems,
    notes: shortened ? [...notes, 'title_truncated'] : notes,
  }
}

/** The severity that the text states in a field of its own counts last. */
function severityOf({ severity }: Pick<MappedIncident, 'severity'>, path: string, alert: unknown): Severity {
  return severity === 'unknown' ? (rawSeverity(path)(alert) ?? severity) : severity
}

/** Returns the name of the search, followed by the title of the found alert. */
function titleOf(search: MappedIncident, inner: MappedIncident): string {
  if (search.notes.includes('title_stands_in')) return inner.title
  return search.title.includes(inner.title) ? search.title : `${search.title}: ${inner.title}`
}

/** Returns the alert in the text, or null unless the text is exactly one alert of a known product. */
function carriedAt(path: string, alert: unknown, productOf: ProductOf): ReadAlert | null {
  const text = valueAt(alert, path)
  if (typeof text !== 'string') return null
  const unwrapped = unwrap({ _raw: text }, (value) => productOf(value) !== undefined)
  const inner = unwrapped.ok && unwrapped.alerts.length === 1 ? unwrapped.alerts[0] : undefined
  const product = inner === undefined ? undefined : productOf(inner)
  const read = product === undefined ? null : readAlert(product, inner)
  return read === null || 'missing' in read ? null : read
}

type ProductOf = (alert: unknown) => Product | undefined
