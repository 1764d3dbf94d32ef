import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { rule, status, when } from '../state.ts'

const CLOSED = like('status', /^Closed:/, 'Closed: …')

/** An incident of Cisco XDR, in the Cisco Threat Intelligence Model. */
export const ciscoXdr: Product = {
  id: 'cisco_xdr',
  name: 'Cisco XDR',
  source:
    'threatgrid/ctim, doc/structures/incident.md; answers of GET /ctia/incident/search in a public guide to them',
  forms: [[is('type', 'incident'), has('incident_time.opened'), has('schema_version')]],
  title: ['title', 'short_description'],
  description: ['description', 'short_description'],
  severity: [word('severity')],
  time: ['incident_time.opened', 'timestamp'],
  identity: {
    of: id('id'),
    why: 'The id is unique: an address with a UUID for each incident. A change of the status keeps it.',
  },
  state: [
    when('status', ['Rejected'], 'false_positive'),
    status('status'),
    // The reason of the closure follows the word: `Closed: Suspected`, `Closed: Near-Miss`.
    rule((incident) => (CLOSED.holds(incident) ? 'closed' : null)),
  ],
}
