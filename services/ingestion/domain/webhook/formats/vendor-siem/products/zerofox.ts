import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of ZeroFox about content on the web that targets a brand or a person. */
export const zeroFox: Product = {
  id: 'zerofox',
  name: 'ZeroFox',
  source:
    'elastic/integrations, packages/zerofox, data stream alerts; severities: demisto/content, Packs/ZeroFox/Integrations/ZeroFox',
  forms: [[has('alert_type'), has('offending_content_url'), has('rule_name'), has('network')]],
  title: ['{rule_name}: {entity.name}', 'rule_name'],
  description: ['perpetrator.content', 'notes', 'offending_content_url'],
  severity: [codes('severity', { 5: 'critical', 4: 'high', 3: 'medium', 2: 'low', 1: 'informational' })],
  time: ['timestamp'],
  systems: ['entity.name'],
  identity: {
    of: idAnd('id', 'rule_id', 'entity.id', 'timestamp'),
    why: 'It is not documented whether customers share the id, a number. Identity: id, rule, entity and the time at which the alert was opened. A change of the status repeats them.',
  },
  state: [status('status'), when('status', ['Whitelisted'], 'suppressed')],
}
