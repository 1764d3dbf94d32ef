import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** A vulnerability of an application that SentinelOne found on an endpoint. */
export const sentinelOneRisk: Product = {
  id: 'sentinelone_risk',
  name: 'SentinelOne Application Management',
  source: 'elastic/integrations, packages/sentinel_one, data stream application_risk',
  forms: [[has('cveId'), has('endpointId'), has('applicationName'), has('detectionDate')]],
  title: ['{cveId} in {application} on {endpointName}', '{cveId} in {applicationName} on {endpointName}'],
  severity: [word('severity')],
  time: ['detectionDate'],
  systems: ['endpointName'],
  identity: {
    of: idAnd('id', 'endpointId', 'detectionDate'),
    why: 'It is not documented whether managements share the id, a number. Identity: id, endpoint and the time of the detection. A change of its status repeats them.',
  },
  state: [status('status')],
}
