import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** A secret or other risk that HCP Vault Radar found. The time of the commit is not that of the finding. */
export const vaultRadar: Product = {
  id: 'vault_radar',
  name: 'HCP Vault Radar',
  source:
    'hashicorp/web-unified-docs, content/hcp-docs/content/docs/vault-radar/get-started/set-up-alerting/webhooks/payloads.mdx; https://developer.hashicorp.com/vault-radar/cloud/get-started/set-up-alerting/webhooks/payloads',
  forms: [
    [
      ...[has('event_id'), has('risk_category'), has('data_source.type')],
      hasOneOf('event_type', 'type'),
      hasOneOf('links.vault_radar_link', 'managed_locations', 'event_details'),
    ],
  ],
  title: ['{description} in {data_source.resource}', 'description', 'summary'],
  description: ['summary', 'links.data_source_provider_link', 'links.vault_radar_link'],
  severity: [word('severity')],
  time: [],
  systems: ['data_source.resource', 'data_source.name'],
  identity: {
    of: id('event_id'),
    why: "The id is unique: a UUID, 'unique identifier for the event within Radar's system of record'.",
  },
}
