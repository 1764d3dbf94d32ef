import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { status, when } from '../state.ts'

/** Stolen credentials that Prodaft's USTA found. It is not graded. */
export const usta: Product = {
  id: 'usta',
  name: 'Prodaft USTA',
  source: 'SEKOIA-IO/intake-formats, Prodaft/USTA/tests',
  forms: [
    [numeric('id'), has('content.username'), has('content.source'), has('content_type'), has('company')],
  ],
  title: [
    'Credentials of {content.username} found: {content.url}',
    'Credentials of {content.username} found',
  ],
  description: ['content.source', 'content_type'],
  severity: [],
  time: ['created', 'status_timestamp'],
  systems: ['content.victim_detail.computer_name', 'content.url'],
  identity: {
    of: idAnd('id', 'company.id', 'created'),
    why: 'It is not documented whether customers share the id, a number. Identity: id, customer and time. A change of the status repeats them.',
  },
  state: [when('status', ['false_positive', 'not_applicable'], 'false_positive'), status('status')],
}
