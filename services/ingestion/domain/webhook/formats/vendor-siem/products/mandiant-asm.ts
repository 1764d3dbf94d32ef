import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** An issue that Mandiant Attack Surface Management found. */
export const mandiantAsm: Product = {
  id: 'mandiant_asm',
  name: 'Mandiant Attack Surface Management',
  source: 'chronicle/content-hub, content/response_integrations/google/mandiant_asm, "Search Issues"',
  forms: [[has('collection_uuid'), has('entity_uid'), has('summary.pretty_name'), has('summary.severity')]],
  title: ['{summary.pretty_name}: {entity_name}', 'summary.pretty_name'],
  description: ['summary.category'],
  severity: [
    codes('summary.severity', { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low', 5: 'informational' }),
  ],
  time: ['first_seen'],
  systems: ['entity_name'],
  identity: {
    of: id('uuid', 'uid'),
    why: 'The id is unique: a UUID for each issue. A change of its status repeats it.',
  },
  state: [status('summary.status_new')],
}
