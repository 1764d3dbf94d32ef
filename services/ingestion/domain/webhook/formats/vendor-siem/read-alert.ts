import { LIMITS } from '../../../../../kernel/values/limits.ts'
import { asWritten, valueAt, valuesAt } from '../../fields.ts'
import { isUnmappable, type MappedIncident, toIncident, type Unmappable } from '../../incident.ts'
import { integer } from '../../own.ts'
import { cut, oneLine, plainText, storable, textOf } from '../../text.ts'
import type { Level } from './levels.ts'
import type { Product, Reading } from './product.ts'
import type { State } from './state.ts'

/**
 * Reads an alert by its product's table. Never throws; an alert without a title is unmappable. `receivedAt` completes its
 * times. JSON in a text of an alert of an unknown product is not read: whoever causes the alert can have written it.
 */
export function readAlert(product: Product, alert: unknown, receivedAt?: Date): ReadAlert | Unmappable {
  const isGeneral = product.forms.length === 0
  const read = () => readBy(product, alert, { isGeneral, receivedAt })
  return isGeneral ? asWritten(read).result : read()
}

function readBy(
  product: Product,
  alert: unknown,
  { isGeneral, receivedAt }: { isGeneral: boolean; receivedAt: Date | undefined },
): ReadAlert | Unmappable {
  const level = levelOf(product, alert)
  const incident = toIncident({
    title: [
      ...product.title.map((template) => ({
        field: fieldOf(template),
        value: oneLine(filled(template, alert)),
      })),
      ...(product.titleStandIn ?? []).map((template) => ({
        field: fieldOf(template),
        value: oneLine(filled(template, alert)),
        standsIn: true,
      })),
    ],
    description: (product.description ?? []).map((found) =>
      typeof found === 'string' ? filled(found, alert) : found(alert),
    ),
    severity: level === 'informational' ? 'low' : level,
    sourceSystem: [product.sourceSystem?.(alert), product.name],
    externalId: [product.identity.of(alert)],
    occurredAt: product.time.map((found) =>
      typeof found === 'function' ? found(alert) : filled(found, alert),
    ),
    receivedAt,
    affectedSystems: (product.systems ?? []).flatMap((path) => valuesAt(alert, path, 501)),
    readGenerally: isGeneral,
    alertsLeftOut: product.leftOut !== undefined && (integer(valueAt(alert, product.leftOut)) ?? 0) > 0,
  })
  if (isUnmappable(incident)) return incident
  return {
    product: product.id,
    incident,
    state: stateOf(product, alert) ?? (level === 'informational' ? 'informational' : 'open'),
    status: statusOf(product, alert),
    closes: product.identity.closes?.(alert) ?? null,
  }
}

function levelOf({ severity }: Product, alert: unknown): Level {
  for (const read of severity) {
    const level = read(alert)
    if (level !== null) return level
  }
  return 'unknown'
}

/** The former end of an alert that was opened again, which other fields can still name, is not its state. */
function stateOf({ title, state = [] }: Product, alert: unknown): State | null {
  const paths = new Set(state.flatMap((rule) => rule.paths))
  // A title can name a state (`[Recovered] …`), and may contain any other word.
  const titles = title.map((reading) => (typeof reading === 'string' ? reading : reading.path))
  const states = [...paths].filter((path) => !titles.includes(path))
  const reopened = states.some((path) => isReopened(plainText(valueAt(alert, path))))
  for (const { read } of state) {
    const found = read(alert)
    if (found !== null && !(reopened && ENDS.has(found))) return found
  }
  return null
}

const ENDS: ReadonlySet<State> = new Set(['closed', 'resolved', 'false_positive', 'passed'])

/** Whether a state or the name of an event says so: `Reopened`, `incident_reopened`, `alertReopened`. Longer texts are titles. */
function isReopened(text: string): boolean {
  return (
    text.length <= LONGEST_STATE && /(?:^|[^A-Za-z])re-?open(?:ed)?(?:$|[^A-Za-z])|[a-z]Reopened$/i.test(text)
  )
}

/** Returns the sender's own words for the alert's state, such as `resolved, truePositive`; null if there are none. */
function statusOf({ state = [] }: Product, alert: unknown): string | null {
  const paths = new Set(state.flatMap((rule) => rule.paths))
  const texts = [...paths]
    .map((path) => textOf(valueAt(alert, path))?.trim() ?? '')
    .filter((text) => text !== '')
  return texts.length === 0 ? null : cut(storable([...new Set(texts)].join(', ')), LIMITS.identifier).text
}

/**
 * Fills in a template: each `{path}` is replaced by its value. If a value is missing the result is undefined, and the next
 * title is tried.
 */
function filled(template: Reading, alert: unknown): unknown {
  if (typeof template !== 'string') return partOf(template, alert)
  if (!template.includes('{')) return valueAt(alert, template)
  let whole = true
  const text = template.replace(PLACES, (_, path: string) => {
    const value = textOf(valueAt(alert, path))?.trim() ?? ''
    if (value === '') whole = false
    return value
  })
  return whole ? text : undefined
}

/** Returns the result of a reading. Only the beginning of a very long text is examined. */
function partOf(reading: Exclude<Reading, string>, alert: unknown): unknown {
  if ('of' in reading) return reading.of(alert)
  const text = (textOf(valueAt(alert, reading.path)) ?? '').slice(0, 5000)
  return 'part' in reading ? reading.part.exec(text)?.[1] : reading.read(text)
}

/** Returns the field that a sender must send for a title. */
function fieldOf(template: Reading): string {
  if (typeof template !== 'string') return template.path
  return /\{([^}]+)\}/.exec(template)?.[1] ?? template
}

/** Limit of the characters of a text that names a state. */
const LONGEST_STATE = 40
const PLACES = /\{([^}]+)\}/g

export type ReadAlert = {
  product: string
  incident: MappedIncident
  state: State
  /** The sender's own words for the state. */
  status: string | null
  /** The value that the alert and its closure share, if the closure does not repeat the id. */
  closes: string | null
}
