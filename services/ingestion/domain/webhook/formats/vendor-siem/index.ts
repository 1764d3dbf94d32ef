import { isUnmappable, type MappedIncident, toIncident, type Unmappable } from '../../incident.ts'
import { alertmanager } from './alertmanager.ts'
import { crowdstrikeAlert } from './crowdstrike-alert.ts'
import { crowdstrikeEventStream } from './crowdstrike-event-stream.ts'
import { elasticSecurity } from './elastic-security.ts'
import { googleSecops } from './google-secops.ts'
import { graylog } from './graylog.ts'
import { microsoftGraphAlert } from './microsoft-graph-alert.ts'
import { microsoftSentinel } from './microsoft-sentinel.ts'
import { ocsfFinding } from './ocsf-finding.ts'
import type { Product, ProductId } from './product.ts'
import { qradarOffense } from './qradar-offense.ts'
import { splunkNotable } from './splunk-notable.ts'
import { splunkWebhook } from './splunk-webhook.ts'
import { wazuh4 } from './wazuh-4.ts'
import { wazuh4Shuffle } from './wazuh-4-shuffle.ts'
import { wazuh5 } from './wazuh-5.ts'

/**
 * The products whose alerts are taken as they come. Each recognises its own alerts by itself; the order decides only
 * for a body that was made to look like two of them.
 */
export const PRODUCTS: readonly Product[] = [
  wazuh4,
  wazuh4Shuffle,
  wazuh5,
  microsoftSentinel,
  microsoftGraphAlert,
  splunkWebhook,
  splunkNotable,
  elasticSecurity,
  ocsfFinding,
  crowdstrikeEventStream,
  crowdstrikeAlert,
  googleSecops,
  qradarOffense,
  graylog,
  alertmanager,
]

/** Detects the product from the body alone, then maps it; fixtures/ shows what each sends. */
export function mapVendorSiem(body: unknown): VendorOutcome {
  const product = PRODUCTS.find((candidate) => candidate.detect(body))
  if (!product) return { kind: 'unrecognised' }
  const draft = product.read(body)
  if (draft === 'nothing_firing') return { kind: 'acknowledged', product: product.id, reason: draft }
  const outcome = toIncident(draft)
  return isUnmappable(outcome)
    ? { kind: 'unmappable', product: product.id, ...outcome }
    : { kind: 'incident', product: product.id, incident: outcome }
}

export type VendorOutcome =
  | { kind: 'incident'; product: ProductId; incident: MappedIncident }
  | { kind: 'acknowledged'; product: ProductId; reason: 'nothing_firing' }
  | ({ kind: 'unmappable'; product: ProductId } & Unmappable)
  | { kind: 'unrecognised' }
