import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule } from '../state.ts'
import { type State, stateOf } from '../state-words.ts'

const STATUS = ['infoMap.incidentStatusName', 'incidentStatusName'] as const
const at = (field: string): readonly [string, string] => [`infoMap.${field}`, field]

/** An incident of Symantec Data Loss Prevention, from the REST API of its Enforce Server. */
export const symantecDlp: Product = {
  id: 'symantec_dlp',
  name: 'Symantec Data Loss Prevention',
  source: 'demisto/content, Packs/SymantecDLP/Integrations/SymantecDLPV2, test_data and severities',
  forms: [
    [has('incidentId'), has('severityId'), has('policyId'), hasOneOf('detectionDate', 'creationDate')],
    [has('incidentId'), has('infoMap.policyName'), hasOneOf('infoMap.detectionDate', 'infoMap.creationDate')],
  ],
  title: [
    '{infoMap.policyName}: {infoMap.messageSubject}',
    ...at('policyName'),
    'Violation of policy {policyId} ({messageSource})',
  ],
  titleStandIn: ['Data loss prevention incident {incidentId}'],
  description: ['{infoMap.messageSource} {infoMap.messageType}', '{messageSource} {messageType}'],
  severity: at('severityId').map((path) =>
    codes(path, { 1: 'high', 2: 'medium', 3: 'low', 4: 'informational' }),
  ),
  time: [...at('detectionDate'), ...at('creationDate')],
  systems: [...at('endpointMachineName'), ...at('endpointMachineIpAddress'), ...at('detectionServerName')],
  identity: {
    of: idAnd('incidentId', [...at('detectionDate'), ...at('creationDate')], at('policyId')),
    why: 'The id is not unique: each Enforce Server counts its incidents. Identity: number, policy and the time of detection, or else of creation. A change of the status keeps them.',
  },
  // Statuses are customers' own; a number says nothing. Names of the first ones are keys of texts: incident.status.New.
  state: [rule(ofName, ...STATUS)],
}

function ofName(incident: unknown): State | null {
  return stateOf(plainText(valueAt(incident, ...STATUS)).replace(/^incident\.status\./i, ''))
}
