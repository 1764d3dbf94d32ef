import { hashOf, hashOfShared } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of LibreNMS, as its API transport sends all of it. */
export const libreNms: Product = {
  id: 'librenms',
  name: 'LibreNMS',
  source:
    'https://docs.librenms.org/Alerting/Templates/; keephq/keep, keep/providers/libre_nms_provider/alerts_mock.py',
  forms: [[has('title'), has('device_id'), has('rule_id'), has('state'), hasOneOf('sysName', 'hostname')]],
  title: ['title', 'name'],
  description: ['msg'],
  severity: [word('severity')],
  time: ['timestamp'],
  systems: ['hostname', 'sysName'],
  identity: {
    of: hashOf('uid', 'id', 'alert_id', 'device_id', 'hostname', 'rule_id', 'state', 'timestamp'),
    closes: hashOfShared('device_id', 'hostname', 'rule_id'),
    why: 'The id is not unique: each installation counts its own numbers. Identity: id, device, rule, state and time. The recovery has a number of its own and finds its alert by device and rule.',
  },
  // 0 recovered, 1 alert, 2 acknowledged, 3 worse, 4 better. The last three are about a known alert.
  state: [when('state', [0], 'resolved'), when('state', [2, 4], 'informational')],
}
