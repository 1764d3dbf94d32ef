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
    why: 'Whether customers share it is not said: a number, to which the customer and the time are added. A change of its status keeps them.',
  },
  state: [when('status', ['false_positive', 'not_applicable'], 'false_positive'), status('status')],
}
