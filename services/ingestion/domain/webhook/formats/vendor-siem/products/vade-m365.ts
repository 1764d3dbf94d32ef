import { valueAt } from '../../../fields.ts'
import { id } from '../identity.ts'
import { codes, type Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'
import { rule } from '../state.ts'

/**
 * Ratings of mails. Ordinary spam is no alert, as for other mail products
 * (docs/decisions/0281-detections-among-what-devices-log-as-information.md).
 */
const RATINGS: { [rating: string]: Level } = {
  ...({ malware: 'high', phishing: 'high', spear_phishing: 'high', scam: 'medium' } as const),
  ...({ legit: 'informational', spam: 'informational', high_spam: 'informational' } as const),
  ...({ medium_spam: 'informational', low_spam: 'informational' } as const),
}

/** A mail that Vade for M365 rated; or a remediation, in which the product or a person removed mails from mailboxes later. */
export const vadeM365: Product = {
  id: 'vade_m365',
  name: 'Vade for M365',
  source: 'SEKOIA-IO/intake-formats, VadeSecure/vade_secure_m365/tests',
  forms: [
    [has('remediation_type'), has('from_header'), has('status'), hasOneOf('sender_ip', 'message_id')],
    [numeric('nb_messages_remediated'), numeric('nb_messages_remediated_unread'), has('actions')],
  ],
  title: ['{status} to {to}: {subject}', '{status} to {to}', '{status.status}: {reason}', 'reason'],
  titleStandIn: ['Vade remediated {nb_messages_remediated} messages', 'Mail rated {status}'],
  description: [
    'Action {action}, from {from}',
    '{nb_messages_remediated} messages, read {nb_messages_remediated_read}',
  ],
  severity: [codes('status', RATINGS), codes('status.status', RATINGS)],
  time: ['date'],
  systems: ['to'],
  identity: {
    of: id('id'),
    why: 'The id is unique: one for each mail and for each remediation. Neither ever changes.',
  },
  // A mail that a person removed has no rating.
  state: [rule((event) => (valueAt(event, 'status') === undefined ? 'informational' : null))],
}
