import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { reasonOfEnd, when } from '../state.ts'

/** An incident of Symantec Endpoint Security, and the events about it. */
export const symantecEndpointSecurity: Product = {
  id: 'symantec_endpoint_security',
  name: 'Symantec Endpoint Security',
  source: 'elastic/integrations, packages/symantec_endpoint_security, data stream incident',
  forms: [[is('type_id', '8075', '8076', '8077'), has('incident_uid'), has('rule_name')]],
  title: ['{rule_name}: {message}', 'rule_name'],
  description: ['remediation', 'conclusion'],
  severity: [
    codes('severity_id', { 3: 'low', 4: 'high', 5: 'critical' }),
    codes('priority_id', { 1: 'informational', 2: 'medium', 3: 'high', 4: 'critical' }),
  ],
  time: ['time', 'created'],
  identity: {
    of: id('incident_uid'),
    why: 'The id is unique: a UUID for each incident. Its updates and its closure repeat it.',
  },
  state: [
    // 2 in progress, 3 on hold.
    reasonOfEnd(when('resolution_id', [3, 5], 'false_positive'), is('state_id', '2', '3')),
    reasonOfEnd(when('resolution_id', [6], 'closed'), is('state_id', '2', '3')),
    when('state_id', [4], 'resolved'),
    when('state_id', [5], 'closed'),
    when('type_id', [8077], 'closed'),
  ],
}
