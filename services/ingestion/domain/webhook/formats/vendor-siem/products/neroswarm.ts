import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { classTitle } from './class-words.ts'

/** Activity at a honeypot of NeroSwarm, in the form of Splunk's collector. It is not graded. */
export const neroSwarm: Product = {
  id: 'neroswarm',
  name: 'NeroSwarm',
  source: 'SEKOIA-IO/intake-formats, NeroSwarm/neropot/tests',
  forms: [[has('source'), is('event.device', 'honeypot'), has('event.logtype'), has('event.tracking_id')]],
  title: [classTitle('NeroSwarm', 'source')],
  description: ['{event.action} from {event.client.ip}', 'event.action'],
  severity: [],
  time: ['time'],
  systems: ['host'],
  identity: {
    of: idAnd('event.tracking_id', 'event.session.id', 'time', 'event.logtype'),
    why: 'The id is not unique: the tracking id is that of an attacker. Identity: tracking id, session, kind and time.',
  },
}
