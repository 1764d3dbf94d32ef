import { isUnmappable, type MappedIncident, type Unmappable, type WrongType } from '../incident.ts'
import type { InvalidPayloadCode } from '../rejection.ts'
import { mapGenericJson } from './generic-json.ts'
import type { Mapping } from './mapping.ts'
import { mapService } from './service.ts'
import { COMMON_FORMATS } from './vendor-siem/products/common-formats.ts'
import { PRODUCTS } from './vendor-siem/products/index.ts'
import type { State } from './vendor-siem/state.ts'
import { mapVendorSiem, type VendorSettings } from './vendor-siem.ts'

/**
 * Maps a delivery (docs/api.md 4.2) to alerts, or to the refusal of a payload that cannot be mapped (422 with `code` and the
 * details `{ missing, wrong_type }`, which never hold values). `body` is any JSON value (see parseBody). Never throws.
 */
export function mapDelivery(format: Format, body: unknown, settings: MappingSettings = {}): Delivery {
  if (format === 'service') {
    const native = mapService(body)
    return isUnmappable(native)
      ? invalid(format, native, `${describe(native)}${ofAProduct(body)}`)
      : alertsOf(format, native)
  }
  if (format === 'generic_json') {
    const { mapping } = settings
    return mapping ? alertsOf(format, mapGenericJson(body, mapping)) : invalid(format, NOTHING, NO_MAPPING)
  }
  const outcome = mapVendorSiem(body, settings)
  if (outcome.kind === 'unrecognised')
    return invalid(format, { missing: outcome.missing, wrongType: [] }, outcome.message)
  if (outcome.kind === 'unmappable')
    return invalid(
      format,
      outcome,
      `${outcome.place}${describe(outcome)}; it was read as an alert of ${outcome.product.name}`,
    )
  return outcome
}

/** Returns the format that a header or a setting names, by its exact spelling in docs/api.md 4.2; null for anything else. */
export function parseFormat(text: string): Format | null {
  return FORMATS.find((format) => format === text) ?? null
}

function alertsOf(format: Format, outcome: MappedIncident | Unmappable): Delivery {
  if (isUnmappable(outcome)) return invalid(format, outcome)
  return {
    kind: 'alerts',
    alerts: [{ product: null, incident: outcome, state: 'open', status: null, closes: null }],
  }
}

function invalid(format: Format, fields: Unmappable, message?: string): Delivery {
  const { missing, wrongType } = fields
  return {
    kind: 'invalid',
    code: CODES[format],
    missing,
    wrong_type: wrongType,
    message: message ?? describe(fields),
  }
}

/** Returns a text that is added to the refusal if a sender posts the alerts of a known product as the native payload. */
function ofAProduct(body: unknown): string {
  const outcome = mapVendorSiem(body)
  if (outcome.kind === 'unrecognised') return ''
  const id = outcome.kind === 'alerts' ? outcome.alerts[0]?.product : outcome.product.id
  const product = [...PRODUCTS, ...COMMON_FORMATS].find((known) => known.id === id)
  return product === undefined
    ? ''
    : `; it is an alert of ${product.name}: send it with X-Service-Format: vendor_siem, or set the endpoint to that format`
}

function describe({ missing, wrongType }: Unmappable): string {
  const parts = [
    ...(missing.length > 0 ? [`missing ${missing.join(', ')}`] : []),
    ...wrongType.map((wrong) => `${wrong.field} must be of type ${wrong.expected}`),
  ]
  return `the payload cannot be mapped to an incident: ${parts.join('; ')}`
}

const FORMATS = ['service', 'vendor_siem', 'generic_json'] as const

const CODES = {
  service: 'invalid_cyberklar_payload',
  vendor_siem: 'invalid_vendor_siem_payload',
  generic_json: 'invalid_generic_json_payload',
} as const satisfies Record<Format, InvalidPayloadCode>

const NOTHING: Unmappable = { missing: [], wrongType: [] }

const NO_MAPPING = 'this endpoint has no mapping for generic_json: /docs#other-products says how to make one'

/** What the formats need besides the body: generic_json its mapping, vendor_siem its settings. */
type MappingSettings = VendorSettings & { mapping?: Mapping | null }

export type Format = (typeof FORMATS)[number]

/** An alert of a delivery. */
export type MappedAlert = {
  /** The product that it was recognised as, by its id; null for the other formats. */
  product: string | null
  incident: MappedIncident
  state: State
  /** The sender's own words for the state. */
  status: string | null
  /** The value that the alert and its closure share, if the closure does not repeat the id. */
  closes: string | null
}

export type Delivery =
  | { kind: 'alerts'; alerts: MappedAlert[] }
  | { kind: 'invalid'; code: InvalidPayloadCode; missing: string[]; wrong_type: WrongType[]; message: string }
