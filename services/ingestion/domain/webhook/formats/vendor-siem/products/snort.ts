import { wholeAlert } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'

const RULE = like('rule', /^[0-9]+:[0-9]+:[0-9]+$/, 'generator:signature:revision')

/**
 * An alert of Snort 3 (alert_json). It has the fields that its owner chose. The default fields lack the message, the priority
 * and the Unix seconds. Its timestamp has no year.
 */
export const snort: Product = {
  id: 'snort',
  name: 'Snort',
  source: 'snort3/snort3, src/loggers/alert_json.cc',
  forms: [
    [...[has('msg'), RULE], hasOneOf('pkt_num', 'pkt_gen', 'src_ap', 'src_addr', 'priority')],
    [RULE, has('pkt_num'), has('pkt_gen'), has('dst_ap')],
  ],
  title: ['msg'],
  titleStandIn: ['Snort rule {rule}'],
  description: ['class'],
  severity: [codes('priority', { 1: 'high', 2: 'medium', 3: 'low', 4: 'low' })],
  time: ['seconds', 'timestamp'],
  systems: ['dst_addr', 'dst_ap'],
  identity: {
    of: wholeAlert,
    why: 'The id is not unique: the number is that of the packet, which several rules can match. Identity: the whole alert, with its times in microseconds. An alert never changes.',
  },
}
