import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of Securonix SNYPR, as its incident API gives it. */
export const securonix: Product = {
  id: 'securonix',
  name: 'Securonix',
  source:
    'demisto/content, Packs/Securonix/Integrations/Securonix; Securonix web services, incident management',
  forms: [
    [
      has('violatorText'),
      has('incidentId'),
      has('incidentType'),
      hasOneOf('riskscore', 'priority', 'incidentStatus'),
    ],
  ],
  title: ['Securonix incident of {violatorText} ({incidentType})'],
  description: ['reason', 'url'],
  severity: [word('priority')],
  time: ['casecreatetime', 'policystarttime', 'lastUpdateDate'],
  systems: ['violatorText'],
  identity: {
    of: idAnd('incidentId', 'casecreatetime', 'tenantInfo.tenantid', 'violatorId'),
    why: 'The id is not unique: each installation counts its own numbers. Identity: id, tenant, violator and the time of creation. A change of its status repeats them.',
  },
  state: [status('incidentStatus')],
}
