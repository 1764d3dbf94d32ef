import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { rule } from '../state.ts'

/**
 * A Canarytoken that was used, or whose key was found in public, from canarytokens.org or a self-hosted installation. It is not
 * graded.
 */
export const canarytokens: Product = {
  id: 'canarytokens',
  name: 'Canarytokens',
  source:
    'thinkst/canarytokens, canarytokens/webhook_formatting.py and models.py (TokenAlertDetails, TokenExposedDetails)',
  forms: [
    [has('memo'), has('manage_url'), has('channel'), has('time'), hasOneOf('additional_data', 'token')],
    [has('memo'), has('manage_url'), has('exposed_time'), has('token')],
  ],
  title: ['Canarytoken exposed at {public_location}: {memo}', 'Canarytoken: {memo}'],
  description: [
    '{token_type} by {channel} from {src_ip}',
    '{channel} from {additional_data.src_ip}',
    'channel',
  ],
  severity: [],
  // `2026-02-01 10:00:00 (UTC)`
  time: ['time', 'exposed_time'].map((path) => ({
    path,
    read: (text: string) =>
      text
        .trim()
        .replace(/\(UTC\)$/, '')
        .trim(),
  })),
  identity: {
    of: hashOf('token', 'manage_url', 'time', 'exposed_time', 'channel', 'src_ip', 'additional_data'),
    why: 'The id is not unique: it is the token’s, and a token can be used any number of times. Identity: token, time (seconds), source and what is known of the source.',
  },
  state: [rule((alert) => (TEST.every(({ holds }) => holds(alert)) ? 'informational' : null))],
}

/** Sent when the address of a webhook is saved. */
const TEST = [
  is('memo', 'Congrats! The newly saved webhook works'),
  like('manage_url', /^https?:\/\/example\.com\//, 'of example.com'),
]
