import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/**
 * A notice of Zeek (and of Corelight's sensors), in the JSON of notice.log or as Filebeat's module passes it on. Zeek grades
 * none.
 */
export const zeek: Product = {
  id: 'zeek',
  name: 'Zeek',
  source: 'https://docs.zeek.org/en/master/logs/notice.html',
  forms: [
    [has('note'), hasOneOf('msg', 'sub'), hasOneOf('suppress_for', 'actions'), hasOneOf('ts', '@timestamp')],
    [has('zeek.notice.note'), hasOneOf('zeek.notice.msg', 'zeek.notice.sub')],
  ],
  title: ['{note}: {msg}', 'note', '{zeek.notice.note}: {zeek.notice.msg}', 'zeek.notice.note'],
  description: ['sub', 'zeek.notice.sub'],
  severity: [],
  time: ['ts', '@timestamp'],
  systems: ['dst', 'id.resp_h', 'host', 'zeek.notice.dst', 'destination.address'],
  identity: {
    of: hashOf(
      ...['note', 'msg', 'sub', 'src', 'dst', 'p', 'uid', 'ts'],
      ...['zeek.notice.note', 'zeek.notice.msg', 'zeek.notice.sub', 'source.ip', 'destination.ip'],
      ...['zeek.session_id', '@timestamp'],
    ),
    why: 'A notice has no id: uid is that of the connection, which several notices can name. Identity: kind, text, addresses, connection and time (microseconds). A notice never changes.',
  },
}
