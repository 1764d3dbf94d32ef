import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/** A notification of Dead Man's Snitch: a job that did not report, or failed. */
export const deadMansSnitch: Product = {
  id: 'dead_mans_snitch',
  name: 'Dead Man’s Snitch',
  source: 'https://deadmanssnitch.com/docs/integrations/webhooks',
  forms: [[like('type', /^snitch\./, 'snitch.…'), has('data.snitch.token'), has('data.snitch.name')]],
  title: ['{data.snitch.name} is {data.snitch.status}', 'data.snitch.name'],
  description: ['data.snitch.notes'],
  severity: [word('data.snitch.severity')],
  time: ['timestamp'],
  identity: {
    of: idAnd('data.snitch.token', 'type', 'timestamp'),
    closes: id('data.snitch.token'),
    why: 'The id is not unique: the token is the snitch’s. Identity: token, kind and time. A report of the job finds its alert by the token.',
  },
  state: [rule(ofKind, 'data.snitch.status')],
}

/** A snitch is missing or errored until it reports again or somebody pauses it. */
function ofKind(alert: unknown): State | null {
  const kind = plainText(valueAt(alert, 'type')).toLowerCase()
  if (kind === 'snitch.reporting' || kind === 'snitch.healthy') return 'resolved'
  return kind === 'snitch.missing' || kind === 'snitch.errored' ? null : 'informational'
}
