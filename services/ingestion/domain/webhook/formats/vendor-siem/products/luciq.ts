import { hashOfSubject, idAt, wholeAlert } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, like, numeric } from '../recognition.ts'
import { status } from '../state.ts'

/** A crash of a mobile application that Luciq, formerly Instabug, reports. It is not graded. */
export const luciq: Product = {
  id: 'luciq',
  name: 'Luciq',
  source:
    'api-evangelist/instabug, json-schema/instabug-webhook-payload-schema.json and examples, after https://docs.luciq.ai/product-guides-and-integrations/integrations/webhook',
  forms: [
    [
      ...[has('exception'), numeric('number')],
      like('url', /^https:\/\/[\w.-]*\b(?:luciq\.ai|instabug\.com)\//, 'an address of Luciq'),
    ],
  ],
  title: ['exception'],
  description: ['console_log', 'url'],
  severity: [],
  time: [],
  systems: ['device'],
  identity: {
    of: (crash) => (idAt(crash, ['user_steps.timestamp']) === null ? null : wholeAlert(crash)),
    why: 'The id is not unique: it is the number of a crash in its application, and a crash comes back. No time of it is sent. Identity: the whole report, with the times of its steps. Without steps, only the very delivery identifies the crash. The resolution finds its crash by address and number.',
    closes: hashOfSubject('url', 'number'),
  },
  state: [status('status')],
}
