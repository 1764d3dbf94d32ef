import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, object } from '../recognition.ts'
import { rule } from '../state.ts'

/** Modules that report detections and blocked events. */
const FOUND = [
  ...['av', 'aph', 'avc', 'dp', 'fw', 'hd', 'uc', 'antiexploit', 'network-monitor', 'network-sandboxing'],
  ...['exchange-malware', 'storage-antimalware', 'ransomware-mitigation', 'new-incident', 'device-control'],
  'new-extended-incident',
]

/** Other events in the same notifications. */
const NOTICES = [
  ...[
    'modules',
    'install',
    'uninstall',
    'registration',
    'sva',
    'sva-load',
    'supa-update-status',
    'task-status',
  ],
  ...['adcloud', 'exchange-organization-info', 'exchange-user-credentials', 'hwid-change'],
  ...['endpoint-moved-in', 'endpoint-moved-out', 'troubleshooting-activity'],
]

/** An event of Bitdefender GravityZone's push service. Only incidents are graded. */
export const bitdefender: Product = {
  id: 'bitdefender',
  name: 'Bitdefender GravityZone',
  source:
    'https://www.bitdefender.com/business/support/en/77209-135318-event-push-service-api.html; elastic/integrations, packages/bitdefender, data stream push_notifications; Azure/Azure-Sentinel, Sample Data/ASIM/Bitdefender_GravityZone_ASimAlertEvent_RawLogs.json',
  forms: [
    [
      is('module', ...FOUND, ...NOTICES),
      hasOneOf('product_installed', 'endpointId', 'computer_id', 'syncerId'),
      hasOneOf('companyId', 'computer_name', 'computerName'),
    ],
    // The form of its connector for Microsoft Sentinel.
    [is('module', ...FOUND, ...NOTICES), has('companyId'), object('data')],
  ],
  title: [
    ...['malware_name', 'detection_name', 'detection_threatName', 'malware.malwareName', 'exploit_type'].map(
      (path) => `{${path}} on {computer_name}`,
    ),
    '{data.detection_name} on {data.computer_name}',
    '{data.malware_name} on {data.computer_name}',
    ...[
      '{threatType} on {computerName}',
      '{malware_name} on {computerName}',
      '{malwareName} on {serverName}',
    ],
    ...['{status}: {url} on {computer_name}', '{status} on {computer_name}'],
  ],
  titleStandIn: [
    'GravityZone {module}: {computer_name}',
    'GravityZone {module}: {data.computer_name}',
    'GravityZone {module}, number {data.incident_number}',
    'GravityZone {module}',
  ],
  description: [
    '{main_action}: {file_path}',
    '{final_status}: {file_path}',
    'exploit_path',
    'file_path',
    'url',
    'data.process_path',
  ],
  severity: [word('severity', 'data.severity')],
  time: [
    ...['timestamp', 'created', 'last_blocked', 'detection_time', 'detectionTime', 'date'],
    ...['data.created', 'data.detected_on', 'start_time'],
  ],
  systems: ['computer_fqdn', 'computer_name', 'computerName', 'data.computer_fqdn', 'data.computer_name'],
  identity: {
    of: id('incident_id', 'data.incident_id'),
    why: 'The id of an incident is unique. Further stages of the incident repeat it. Any other event has no id. Identity of such an event: the whole event, which never changes.',
  },
  state: [rule((alert) => (NOTICES.includes(plainText(valueAt(alert, 'module'))) ? 'informational' : null))],
}
