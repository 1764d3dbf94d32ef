import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { status } from '../state.ts'
import { classTitle } from './class-words.ts'

/** A threat or a smishing alert of Lookout Mobile Endpoint Security, from its event stream. */
export const lookout: Product = {
  id: 'lookout',
  name: 'Lookout',
  source: 'SEKOIA-IO/intake-formats, Lookout/lookout-mes/tests',
  forms: [
    [
      ...[is('type', 'THREAT', 'SMISHING_ALERT'), has('change_type'), has('enterprise_guid')],
      hasOneOf('threat.guid', 'smishing_alert.guid'),
    ],
  ],
  title: [
    ...[
      '{threat.classifications}: {threat.details.application_name}',
      '{threat.classifications}: {threat.details.url}',
    ],
    ...[
      '{threat.classifications}: {threat.details.file_name}',
      classTitle('Lookout', 'threat.classifications'),
    ],
    'smishing_alert.detections.category',
  ],
  titleStandIn: ['{threat.type} threat of a mobile device', classTitle('Lookout', 'type')],
  description: ['threat.details.reason', 'threat.details.path', 'smishing_alert.detections.original_url'],
  severity: [word('threat.severity'), codes('threat.severity', { advisory: 'low' })],
  time: ['created_time'],
  systems: ['actor.guid'],
  identity: {
    of: id('threat.guid', 'smishing_alert.guid'),
    why: 'The id is unique: the GUID of the threat or of the smishing alert. Every event about it repeats the GUID. The field id is that of the event alone.',
  },
  state: [status('threat.status')],
}
