import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'

/**
 * A service that Shodan Monitor found in a network. The trigger that it met is in a header of the request. It is not graded.
 */
export const shodanMonitor: Product = {
  id: 'shodan_monitor',
  name: 'Shodan Monitor',
  source: 'https://help.shodan.io/developer-fundamentals/monitor-webhook; https://datapedia.shodan.io',
  forms: [[has('_shodan.module'), has('ip_str'), numeric('port')]],
  title: ['{_shodan.module} on {ip_str}:{port}', '{ip_str}:{port}'],
  description: ['{product} {version}', 'product', 'hostnames'],
  severity: [],
  time: ['timestamp'],
  systems: ['hostnames', 'ip_str'],
  identity: {
    of: hashOf('ip_str', 'port', 'transport', '_shodan.module', 'hash'),
    why: 'The id is not that of a finding: it is that of one look at the service. Identity: address, port, module and the hash of what the service answered. A further look that finds the same repeats them.',
  },
}
