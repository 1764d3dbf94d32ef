import type { mapDelivery } from './map-delivery.ts'
import { type Mapping, parseMapping } from './mapping.ts'

/** A mapping that is valid. */
export function mapping(value: unknown): Mapping {
  const parsed = parseMapping(value)
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems))
  return parsed.mapping
}

/** The incident of the first alert of a delivery that was understood. */
export function incident(delivery: ReturnType<typeof mapDelivery>) {
  if (delivery.kind !== 'alerts') throw new Error(JSON.stringify(delivery))
  return delivery.alerts[0]!.incident
}
