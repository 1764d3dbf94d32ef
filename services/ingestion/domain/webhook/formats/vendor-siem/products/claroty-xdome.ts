import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Claroty xDome about a device. It is not graded: the risk score is the device’s. */
export const clarotyXDome: Product = {
  id: 'claroty_xdome',
  name: 'Claroty xDome',
  source: 'elastic/integrations, packages/claroty_xdome, data stream alert',
  forms: [
    [has('alert_info.id'), has('alert_info.alert_type_name'), has('alert_info.detected_time'), has('uid')],
  ],
  title: ['{alert_info.alert_type_name} on {device_name}', 'alert_info.alert_type_name'],
  description: ['alert_info.description', 'alert_info.category'],
  severity: [],
  time: ['alert_info.detected_time'],
  systems: ['device_name', 'ip_list'],
  identity: {
    of: idAnd('alert_info.id', 'uid', 'alert_info.detected_time'),
    why: 'The id is not unique: the devices that one alert is about share it, and each tenant counts its alerts. Identity: id, device and time. A change of the status keeps them.',
  },
  state: [when('is_resolved', [true], 'resolved'), status('alert_info.status')],
}
