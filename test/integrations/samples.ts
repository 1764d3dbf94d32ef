import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseBody } from '../../services/ingestion/domain/webhook/body.ts'
import type { ReadAlert } from '../../services/ingestion/domain/webhook/formats/vendor-siem/read-alert.ts'
import { mapVendorSiem } from '../../services/ingestion/domain/webhook/formats/vendor-siem.ts'

const SAMPLES = join(import.meta.dirname, '../webhook/samples')

/** The alerts of products in test/webhook/samples. */
export const files = readdirSync(SAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.json'))
  .sort()

/**
 * By file: product, title, severity, time, identity (of a hash `#` and its beginning) and state of each alert, or the text about the
 * file. Where an identity changes with a release, each alert that is sent before and after it opens two incidents. A time without a
 * year takes its year from the receipt (test/webhook/support/latest-year.ts).
 */
export const EXPECTED: { [file: string]: (string | null)[][] | string } = JSON.parse(
  readFileSync(`${SAMPLES}.expected.json`, 'utf8'),
)

/** The time at which samples are received, so that every run reads a time without a year in the same way. */
export const RECEIVED_AT = new Date('2026-07-01T12:00:00Z')

export function bodyOf(file: string): unknown {
  const parsed = parseBody(readFileSync(join(SAMPLES, file)))
  if (!parsed.ok) throw new Error(parsed.why)
  return parsed.value
}

export function alertsOf(body: unknown): ReadAlert[] {
  const outcome = mapVendorSiem(body, { receivedAt: RECEIVED_AT })
  if (outcome.kind !== 'alerts') throw new Error(JSON.stringify(outcome))
  return outcome.alerts
}

export const idsOf = (body: unknown) => alertsOf(body).map(({ incident }) => incident.externalId)

export type Change = string | number | { [key: string]: string }

/** Returns a sample with another value at a place. */
export function changed(file: string, path: string, value: Change): unknown {
  return changedIn(bodyOf(file), path, value)
}

/** Sets a value at a place of a body, and returns the body. */
export function changedIn(body: unknown, path: string, value: Change): unknown {
  const steps = path.split('/')
  const last = steps.pop()!
  let node = body as { [key: string]: unknown }
  for (const step of steps) node = node[step] as { [key: string]: unknown }
  node[last] = value
  return body
}
