import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** A detection of LimaCharlie. */
export const limaCharlie: Product = {
  id: 'limacharlie',
  name: 'LimaCharlie',
  source: 'https://docs.limacharlie.io/docs/detection-and-response; refractionPOINT/python-limacharlie',
  forms: [[has('routing.sid'), hasOneOf('cat', 'detect.cat'), has('detect')]],
  title: ['{cat} on {routing.hostname}', '{detect.cat} on {routing.hostname}', 'cat', 'detect.cat'],
  description: [
    'detect_mtd.description',
    'detect.detect_mtd.description',
    'detect.event.COMMAND_LINE',
    'event.COMMAND_LINE',
  ],
  severity: [word('detect_mtd.level', 'detect.detect_mtd.level', 'detect_mtd.severity')],
  time: ['routing.event_time', 'detect.routing.event_time', 'gen_time', 'ts', 'detect.event_time'],
  systems: ['routing.hostname', 'routing.int_ip'],
  identity: {
    of: idAnd(['detect_id', 'detect.detect_id'], 'cat', 'routing.sid', 'routing.this', 'routing.event_id'),
    why: 'The id is unique: a UUID for each detection. Where a sender leaves it out, the content is the identity.',
  },
}
