import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Valence Security about the use of SaaS. */
export const valence: Product = {
  id: 'valence',
  name: 'Valence Security',
  source:
    'Azure/Azure-Sentinel, Solutions/Valence Security/Data Connectors/ValenceSecurity_PUSH_CCP/ValenceSecurity_table_ValenceAlerts.json and Analytic Rules/ValenceAlerts.yaml',
  forms: [[has('vuid'), has('alertType'), has('summaryLine'), has('connectorUids')]],
  title: ['{alertType}: {summaryLine}', 'alertType'],
  description: ['summaryLine'],
  severity: [word('severity', 'sentinelSeverity')],
  time: ['creationTimestamp'],
  systems: ['platform'],
  identity: {
    of: idAnd('vuid', 'alertType', 'creationTimestamp'),
    why: 'It is not documented whether the id is unique. Identity: vuid, kind and time of the creation. A change of its status repeats them.',
  },
  state: [status('status')],
}
