import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An incident of IBM Security QRadar SOAR (Resilient). */
export const ibmSoar: Product = {
  id: 'ibm_soar',
  name: 'IBM QRadar SOAR',
  source:
    'incidents and templates of cases in the documentation of public connectors to it (resilient_lib, poller); no page of the product was compared',
  forms: [
    [
      is('plan_status', 'A', 'C'),
      has('discovered_date'),
      has('name'),
      hasOneOf('severity_code', 'create_date'),
    ],
  ],
  title: ['name'],
  description: ['description.content', 'description'],
  severity: [word('severity_code.name', 'severity_code')],
  time: ['discovered_date', 'create_date'],
  identity: {
    of: idAnd('id', 'org_id', 'create_date'),
    why: 'The id is not unique: each installation counts its incidents. Identity: number, organization and the time it was created. A change of the incident keeps them.',
  },
  state: [when('plan_status', ['C'], 'closed'), when('inc_training', [true], 'informational')],
}
