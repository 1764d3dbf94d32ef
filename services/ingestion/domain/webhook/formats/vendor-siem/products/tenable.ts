import { hashOf, id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/**
 * A finding of Tenable Vulnerability Management or Web App Scanning, from its data stream and its exports. Tenable's `info` is
 * informational, and a fixed or accepted finding needs no action.
 */
export const tenable: Product = {
  id: 'tenable',
  name: 'Tenable',
  source:
    'https://docs.tenable.com/vulnerability-management/Content/Settings/data-stream/findings-payload-files.htm; https://docs.tenable.com/vulnerability-management/Content/Settings/data-stream/web-app-scanning-findings-payload-files.htm',
  forms: [
    [
      ...[has('plugin.name'), has('plugin.id'), has('severity')],
      is('state', 'OPEN', 'REOPENED', 'FIXED', 'ACTIVE', 'RESURFACED'),
      hasOneOf('asset.uuid', 'asset.id', 'asset.hostname', 'finding_id'),
    ],
  ],
  title: [
    '{plugin.name} on {asset.fqdn}',
    '{plugin.name} on {asset.hostname}',
    '{plugin.name} on {asset.ipv4}',
    '{plugin.name} on {url}',
    'plugin.name',
  ],
  description: ['output', 'plugin.synopsis', 'plugin.description'],
  severity: [word('severity')],
  time: ['resurfaced_date', 'first_found', 'last_found'],
  systems: ['asset.fqdn', 'asset.hostname', 'asset.ipv4', 'url'],
  identity: {
    of: (alert) => (has('finding_id').holds(alert) ? byFinding(alert) : byPlace(alert)),
    why: 'The id is unique: one for each finding. An update repeats it. Without it: asset, plugin, port and the time at which the finding was first made. The fix repeats these.',
  },
  state: [
    when('state', ['FIXED'], 'resolved'),
    when('severity_modification_type', ['ACCEPTED'], 'suppressed'),
  ],
}

const byFinding = id('finding_id')
const byPlace = hashOf('asset.uuid', 'asset.id', 'asset.hostname', 'plugin.id', 'port', 'url', 'first_found')
