import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** A credential that Enzoic found in a breach. It is not graded; the password beside it is not read. */
export const enzoic: Product = {
  id: 'enzoic',
  name: 'Enzoic',
  source:
    'https://docs.enzoic.com/enzoic-api-developer-documentation/api-reference/breach-monitoring-api/webhooks',
  forms: [[has('exposureID'), hasOneOf('usernameHash', 'username'), has('exposureDetails.title')]],
  title: ['Exposed credential of {username}: {exposureDetails.title}'],
  titleStandIn: ['Exposed credential: {exposureDetails.title}'],
  description: ['{exposureDetails.source}, {exposureDetails.entries} entries', 'exposureDetails.source'],
  severity: [],
  time: ['date'],
  systems: ['username'],
  identity: {
    of: hashOf('exposureID', 'usernameHash', 'username', 'date'),
    why: 'The id is not unique: it is the breach’s, which the accounts in it share. Identity: id, account and the time it was found.',
  },
}
