import { hashOfSubject, idAt } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'

/** A message of elmah.io that a rule posts: an error, a check of uptime, a heartbeat. */
export const elmahIo: Product = {
  id: 'elmah_io',
  name: 'elmah.io',
  source: 'spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-elmah-io.md',
  forms: [[is('source', 'elmah.io'), has('title'), has('severity')]],
  title: ['title'],
  description: ['{type} in {application}', 'type', 'detail'],
  severity: [word('severity')],
  time: ['dateTime'],
  systems: ['hostname', 'application'],
  identity: {
    of: (message) => idAt(message, ['id']),
    closes: hashOfSubject('url', 'type', 'application'),
    why: 'The id is unique: one for each message. Without it, only the very delivery identifies the alert. The message that a site is up again finds its alert by URL, type and application.',
  },
  state: [rule(stateOf, 'type'), when('severity', ['Information', 'Debug', 'Verbose'], 'informational')],
}

const IS_UPTIME = is('type', 'Uptime')
const IS_INFORMATION = is('severity', 'Information')

function stateOf(message: unknown): State | null {
  return IS_UPTIME.holds(message) && IS_INFORMATION.holds(message) ? 'resolved' : null
}
