import { hashOf, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Claroty xDome about a device, or a vulnerability of one. An alert is not graded: the risk score is the device’s. */
export const clarotyXDome: Product = {
  id: 'claroty_xdome',
  name: 'Claroty xDome',
  source: 'elastic/integrations, packages/claroty_xdome, data streams alert and vulnerability',
  forms: [
    [has('alert_info.id'), has('alert_info.alert_type_name'), has('alert_info.detected_time'), has('uid')],
    [
      has('vulnerability_info.id'),
      has('vulnerability_info.name'),
      has('vulnerability_relevance'),
      has('uid'),
    ],
  ],
  title: [
    '{alert_info.alert_type_name} on {device_name}',
    'alert_info.alert_type_name',
    '{vulnerability_info.name} on {device_name}',
    'vulnerability_info.name',
  ],
  description: ['alert_info.description', 'alert_info.category', 'vulnerability_info.description'],
  severity: [word('vulnerability_info.adjusted_vulnerability_score_level')],
  time: ['alert_info.detected_time', 'vulnerability_last_updated'],
  systems: ['device_name', 'ip_list'],
  identity: {
    of: (alert) => (has('vulnerability_info').holds(alert) ? ofVulnerability(alert) : ofAlert(alert)),
    why: 'The id is not unique: the devices that one alert is about share it, and each tenant counts its alerts. Identity: id, device and time. A change of the status keeps them. Identity of a vulnerability: id and device, which a change of its relevance keeps.',
  },
  state: [
    when('is_resolved', [true], 'resolved'),
    status('alert_info.status'),
    when('vulnerability_relevance', ['Fixed'], 'resolved'),
    when('vulnerability_relevance', ['Irrelevant'], 'false_positive'),
  ],
}

const ofAlert = idAnd('alert_info.id', 'uid', 'alert_info.detected_time')
const ofVulnerability = hashOf('vulnerability_info.id', 'uid')
