import { wholeAlert } from './identity.ts'
import { codes } from './levels.ts'
import type { Product } from './product.ts'
import { has, hasOneOf, like } from './recognition.ts'

/** An alert of Snort 3 (alert_json). Its timestamp has no year; its seconds, where they are written, are those of Unix. */
export const snort: Product = {
  id: 'snort',
  name: 'Snort',
  source: 'https://docs.snort.org/start/alert_logging; snort3/snort3, src/loggers/alert_json.cc',
  forms: [
    [
      ...[has('msg'), like('rule', /^[0-9]+:[0-9]+:[0-9]+$/, 'generator:signature:revision')],
      hasOneOf('pkt_num', 'pkt_gen', 'src_ap', 'src_addr', 'priority'),
    ],
  ],
  title: ['msg'],
  description: ['class'],
  severity: [codes('priority', { 1: 'high', 2: 'medium', 3: 'low', 4: 'low' })],
  time: ['seconds', 'timestamp'],
  systems: ['dst_addr'],
  identity: {
    of: wholeAlert,
    why: 'Shared: the number is the packet’s, which several rules can match. The whole alert, times in microseconds, is its identity, and never changes.',
  },
}
