import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert or a DLP incident of Netskope, as its events API and Cloud Log Shipper give it. */
export const netskope: Product = {
  id: 'netskope',
  name: 'Netskope',
  source:
    'SEKOIA-IO/intake-formats, Netskope/netskope_events/tests; https://docs.netskope.com/en/alert-events',
  forms: [
    [
      ...[is('alert', 'yes'), hasOneOf('alert_type', 'alert_name', 'policy'), has('timestamp')],
      hasOneOf('ur_normalized', 'organization_unit', 'access_method', 'nsdeviceuid'),
    ],
    [has('dlp_incident_id'), has('dlp_match_info.dlp_policy'), has('timestamp')],
  ],
  title: [
    // The name of an alert about a malicious site is the site.
    '{alert_type}: {malsite_ip_host}',
    'alert_name',
    'malware_name',
    'policy',
    'dlp_match_info.dlp_policy',
    '{alert_type}: {object}',
    '{alert_type}',
  ],
  description: ['{alert_type}: {url}', '{activity}: {object}'],
  severity: [
    word('severity', 'malware_severity', 'dlp_rule_severity', 'severity_level', 'mal_sev'),
    codes('severity_level', { med: 'medium' }),
  ],
  time: ['timestamp'],
  systems: ['hostname'],
  identity: {
    of: id('_id'),
    why: 'The id is unique: Netskope makes an id for each event. The ids of transaction, request and incident are not unique. Without the id, the content is the identity.',
  },
  state: [status('status')],
}
