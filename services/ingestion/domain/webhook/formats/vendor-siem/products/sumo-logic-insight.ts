import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/** An insight of Sumo Logic Cloud SIEM: several signals about one entity. */
export const sumoLogicInsight: Product = {
  id: 'sumo_logic_insight',
  name: 'Sumo Logic Cloud SIEM',
  source:
    'demisto/content, Packs/SumoLogic_Cloud_SIEM/Integrations/SumoLogicCloudSIEM; answers of its API in the documentation of other public connectors',
  forms: [
    [
      like('readableId', /^INSIGHT-[0-9]+$/, 'INSIGHT-…'),
      has('name'),
      hasOneOf('signals', 'entity', 'severity'),
    ],
  ],
  title: ['name'],
  description: ['description', 'signals.description'],
  severity: [word('severity')],
  time: ['timestamp', 'created'],
  systems: ['entity.name', 'entity.hostname'],
  identity: {
    of: idAnd(['id', 'readableId'], 'orgId'),
    why: 'The id is unique: a UUID for each insight. Identity: id and organization. A change of its status repeats both. readableId is counted.',
  },
  state: [
    ...['resolution', 'resolution.name'].map((path) =>
      reasonOfEnd(when(path, ['False Positive'], 'false_positive'), 'status.name', 'status'),
    ),
    status('status.name', 'status'),
  ],
}
