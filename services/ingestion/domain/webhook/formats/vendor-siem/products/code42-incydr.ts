import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Incydr (Code42, now Mimecast) about exfiltrated data. */
export const code42Incydr: Product = {
  id: 'code42_incydr',
  name: 'Code42 Incydr',
  source: 'demisto/content, Packs/Code42/Integrations/Code42/test_data',
  forms: [[like('type$', /^ALERT_/, 'ALERT_…'), has('ruleSource'), has('actor'), has('tenantId')]],
  title: ['{name}: {actor}', 'name'],
  description: ['description', 'ruleSource'],
  severity: [word('riskSeverity', 'severity')],
  time: ['createdAt'],
  systems: ['actor'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each alert. A change of the state keeps it. ruleId is shared and not read.',
  },
  state: [status('state')],
}
