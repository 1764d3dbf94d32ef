import { mapGenericJson } from './formats/generic-json.ts'
import type { Mapping } from './formats/mapping.ts'
import { mapService } from './formats/service.ts'
import { mapVendorSiem, PRODUCTS } from './formats/vendor-siem/index.ts'
import type { ProductId } from './formats/vendor-siem/product.ts'
import { isUnmappable, type MappedIncident, type Unmappable, type WrongType } from './incident.ts'

/**
 * What a delivery means (docs/api.md 4.2): an incident, a notification that opens none, or a payload that cannot be
 * mapped (answered 422 with `code` and the details `{ missing, wrong_type }`, which never carry values).
 * `body` is any JSON value (see parseBody); `mapping` is that of a `generic_json` endpoint. Never throws.
 */
export function mapDelivery(format: Format, body: unknown, mapping?: Mapping | null): Delivery {
  if (format === 'service') return settle(format, mapService(body))
  if (format === 'generic_json') {
    return mapping ? settle(format, mapGenericJson(body, mapping)) : invalid(format, NOTHING, NO_MAPPING)
  }
  const outcome = mapVendorSiem(body)
  if (outcome.kind === 'unrecognised') return invalid(format, NOTHING, UNRECOGNISED)
  if (outcome.kind === 'unmappable') return invalid(format, outcome)
  return outcome
}

/** The format that a header or a setting names; null for anything but the three of docs/api.md 4.2, exactly spelt. */
export function parseFormat(text: string): Format | null {
  return FORMATS.find((format) => format === text) ?? null
}

function settle(format: Format, outcome: MappedIncident | Unmappable): Delivery {
  return isUnmappable(outcome)
    ? invalid(format, outcome)
    : { kind: 'incident', product: null, incident: outcome }
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
} as const satisfies Record<Format, string>

const NOTHING: Unmappable = { missing: [], wrongType: [] }

const NO_MAPPING = 'this endpoint has no mapping for generic_json'

const UNRECOGNISED = `not an alert of a supported product; supported: ${PRODUCTS.map(({ name }) => name).join(', ')}`

export type Format = (typeof FORMATS)[number]

export type InvalidPayloadCode = (typeof CODES)[Format]

export type Delivery =
  | { kind: 'incident'; product: ProductId | null; incident: MappedIncident }
  | { kind: 'acknowledged'; product: ProductId; reason: 'nothing_firing' }
  | { kind: 'invalid'; code: InvalidPayloadCode; missing: string[]; wrong_type: WrongType[]; message: string }
