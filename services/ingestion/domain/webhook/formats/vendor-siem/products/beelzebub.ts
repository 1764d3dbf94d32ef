import { wholeAlert } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** An event of the honeypot Beelzebub. It is not graded. */
export const beelzebub: Product = {
  id: 'beelzebub',
  name: 'Beelzebub',
  source: 'elastic/integrations, packages/beelzebub; beelzebub-labs/beelzebub, tracer/tracer.go',
  forms: [
    ['Protocol', 'RemoteAddr', 'SourceIp', 'Msg', 'DateTime'].map((field) => has(`event.${field}`)),
    ['Protocol', 'RemoteAddr', 'SourceIp', 'Msg', 'DateTime'].map(has),
  ],
  title: [
    ...['{event.Msg} from {event.SourceIp}: {event.Description}', '{event.Msg} from {event.SourceIp}'],
    ...['{Msg} from {SourceIp}: {Description}', '{Msg} from {SourceIp}'],
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
