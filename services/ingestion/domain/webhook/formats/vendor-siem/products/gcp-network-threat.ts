import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'

/** A threat that Google Cloud IDS or the intrusion prevention of Cloud NGFW found, as an entry of Cloud Logging. */
export const gcpNetworkThreat: Product = {
  id: 'gcp_network_threat',
  name: 'Google Cloud network threat detection',
  source:
    'https://cloud.google.com/intrusion-detection-system/docs/logging; https://cloud.google.com/firewall/docs/firewall-threat-logs',
  forms: [
    [
      like('logName', /ids\.googleapis\.com(?:%2F|\/)threat$/, '…/ids.googleapis.com%2Fthreat'),
      has('jsonPayload.threat_id'),
    ],
    [
      like('logName', /networksecurity\.googleapis\.com(?:%2F|\/)firewall_threat$/, '…%2Ffirewall_threat'),
      has('jsonPayload.threatDetails'),
    ],
  ],
  title: ['jsonPayload.name', 'jsonPayload.threatDetails.threat', 'jsonPayload.threatDetails.id'],
  description: ['jsonPayload.details', 'jsonPayload.threatDetails.category'],
  severity: [word('jsonPayload.alert_severity', 'jsonPayload.threatDetails.severity', 'severity')],
  time: ['jsonPayload.alert_time', 'jsonPayload.alertTime', 'timestamp'],
  systems: [
    ...['jsonPayload.destination_ip_address', 'jsonPayload.connection.serverIp'],
    'resource.labels.id',
  ],
  identity: {
    of: idAnd('insertId', 'logName', 'timestamp'),
    why: 'The id is not unique: insertId belongs to a log, and only entries of one project with the same time and insertId are one entry. Identity: insertId, log and time. An entry never changes.',
  },
}
