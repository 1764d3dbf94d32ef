import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, lacks, numeric } from '../recognition.ts'

/**
 * A security event of WatchGuard EPDR or Panda Adaptive Defense 360. The scales of its kind and risk numbers are not published.
 */
export const watchGuardEpdr: Product = {
  id: 'watchguard_epdr',
  name: 'WatchGuard EPDR',
  source: 'SEKOIA-IO/intake-formats, WatchGuard/watchguard-epdr/tests and Panda Security/Aether/tests',
  forms: [
    [
      ...[
        has('host_name'),
        numeric('action'),
        hasOneOf('security_event_date', 'endpoint_event_date', 'event_id'),
      ],
      hasOneOf('custom_group_folder_id', 'protection_mode', 'network_attack'),
      hasOneOf(
        'malware_category',
        'item_name',
        'exploit_technique',
        'network_attack',
        'rule_name',
        'instance_id',
        'path',
      ),
      lacks('alert_unique_id'),
    ],
    // An intrusion attempt from the network.
    [has('host_name'), numeric('network_activity_type'), has('security_event_date'), has('device_id')],
  ],
  title: ['item_name', 'malware_name', 'exploit_technique', 'network_attack', 'rule_name'].map(
    (path) => `{${path}} on {host_name}`,
  ),
  titleStandIn: [
    {
      path: 'network_activity_type',
      of: (event) =>
        valueAt(event, 'network_activity_type') === undefined
          ? undefined
          : `Intrusion attempt on ${plainText(valueAt(event, 'host_name'))}`,
    },
    'Security event on {host_name}: {path}',
    'Security event on {host_name}',
  ],
  description: ['path', 'rule_mitre'],
  severity: [],
  time: ['security_event_date', 'endpoint_event_date', 'date'],
  systems: ['host_name'],
  identity: {
    of: hashOf(
      ...['id', 'event_id', 'event_type', 'security_event_type', 'device_id', 'host_name', 'path', 'rule_id'],
      ...['security_event_date', 'endpoint_event_date', 'date'],
    ),
    why: 'It is not documented whether customers share the id, a number. Identity: id, device, what was found and the times. The number of occurrences is left out.',
  },
}
