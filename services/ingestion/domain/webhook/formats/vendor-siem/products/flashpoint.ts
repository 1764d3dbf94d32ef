import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Flashpoint Ignite: a result of a customer's search, or a compromised credential. It is not graded. */
export const flashpoint: Product = {
  id: 'flashpoint',
  name: 'Flashpoint',
  source:
    'elastic/integrations, packages/ti_flashpoint, data stream alert; demisto/content, Packs/Flashpoint, TestData/compromised_credentials_list_response.json',
  forms: [
    [
      ...[has('reason.text'), has('reason.origin'), has('resource.id')],
      hasOneOf('highlight_text', 'data_type'),
    ],
    [has('fpid'), has('credential_record_fpid'), has('breach.title')],
  ],
  title: [
    ...['{reason.name}: {resource.title}', '{reason.name} ({source})', 'reason.text'],
    'Compromised credential of {email}: {breach.title}',
    'Compromised credential of {username}: {breach.title}',
    'breach.title',
  ],
  description: ['highlight_text'],
  severity: [],
  time: ['generated_at', 'created_at', 'last_observed_at.date-time', 'breach.first_observed_at.date-time'],
  systems: ['resource.site.title', 'domain'],
  identity: {
    of: id('id', 'fpid'),
    why: 'The id is unique: a UUID for each alert, the fpid of a sighting of a credential. The ids of the search and of what it found are shared and not read.',
  },
  state: [status('status')],
}
