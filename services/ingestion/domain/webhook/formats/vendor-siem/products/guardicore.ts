import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An incident of Akamai Guardicore Segmentation, as its API and Sentinel's table of it give it. */
export const guardicore: Product = {
  id: 'guardicore',
  name: 'Akamai Guardicore',
  source: 'Azure/Azure-Sentinel, Sample Data/AkamaiGuardicoreIncidents.json',
  forms: [
    [
      ...[has('type'), has('severity'), has('id'), has('description'), has('time')],
      hasOneOf('affected_assets', 'affected_assets_data'),
      hasOneOf('is_legacy', 'properties', 'properties_data'),
    ],
  ],
  title: ['{type}: {description}', 'type'],
  description: ['description', 'tags', 'tags_data'],
  severity: [word('severity')],
  time: ['time', 'start_time'],
  systems: ['affected_assets.value', 'affected_assets_data.value'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a GUID for each incident.',
  },
}
