import { valueAt } from '../../../fields.ts'
import { integer } from '../../../own.ts'
import { wholeAlert } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { rule } from '../state.ts'

/** An event of OpenCanary, as its webhook sends it. It is not graded. */
export const openCanary: Product = {
  id: 'opencanary',
  name: 'OpenCanary',
  source:
    'https://opencanary.readthedocs.io/en/latest/alerts/webhook.html; thinkst/opencanary, opencanary/logger.py',
  forms: [[numeric('logtype'), has('node_id'), has('logdata'), has('dst_host'), has('local_time')]],
  title: ['OpenCanary {node_id}: access from {src_host} to port {dst_port} (event {logtype})'],
  titleStandIn: ['OpenCanary {node_id}: event {logtype}'],
  description: ['logdata.USERNAME', 'logdata.PATH', 'logdata.msg.logdata'],
  severity: [],
  time: ['utc_time', 'local_time'],
  systems: ['node_id', 'dst_host'],
  identity: {
    of: wholeAlert,
    why: 'An event has no id. Identity: the whole event, with its node, source, port and time (microseconds). An event never changes.',
  },
  // 1000 to 1006 are messages of OpenCanary about itself.
  state: [
    rule((alert) => {
      const type = integer(valueAt(alert, 'logtype'))
      return type !== null && type >= 1000 && type < 2000 ? 'informational' : null
    }),
  ],
}
