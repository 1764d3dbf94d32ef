import { wholeAlert } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

const FIELDS = ['Protocol', 'RemoteAddr', 'SourceIp', 'Msg', 'DateTime']
/** The events of other logs have the same fields. */
const STATUSES = ['Start', 'End', 'Stateless', 'Interaction']

/** An event of the honeypot Beelzebub. It is not graded. */
export const beelzebub: Product = {
  id: 'beelzebub',
  name: 'Beelzebub',
  source: 'elastic/integrations, packages/beelzebub; beelzebub-labs/beelzebub, tracer/tracer.go',
  forms: [
    [...FIELDS.map((field) => has(`event.${field}`)), is('event.Status', ...STATUSES)],
    [...FIELDS.map(has), is('Status', ...STATUSES)],
  ],
  title: [
    ...[
      '{event.Msg} from {event.SourceIp}: {event.Description}',
      '{event.Msg} from {event.SourceIp}',
      'event.Msg',
    ],
    ...['{Msg} from {SourceIp}: {Description}', '{Msg} from {SourceIp}', 'Msg'],
  ],
  description: ['event.Command', 'event.RequestURI', 'Command', 'RequestURI'],
  severity: [],
  time: ['event.DateTime', 'DateTime'],
  systems: ['event.HostHTTPRequest', 'HostHTTPRequest'],
  identity: {
    of: wholeAlert,
    why: 'The id is not unique: all events of a session share it. Identity: the whole event, with its time, source and content. An event never changes.',
  },
}
