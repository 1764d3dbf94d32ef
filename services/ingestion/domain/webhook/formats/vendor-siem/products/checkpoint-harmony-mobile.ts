import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'

/** An event of Check Point Harmony Mobile. */
export const checkPointHarmonyMobile: Product = {
  id: 'checkpoint_harmony_mobile',
  name: 'Check Point Harmony Mobile',
  source: 'SEKOIA-IO/intake-formats, Checkpoint/checkpoint_harmony_mobile/tests',
  forms: [
    [
      ...[has('attack_vector'), has('threat_factors'), has('severity')],
      has('device_id'),
      has('device_rooted'),
    ],
  ],
  title: ['{threat_factors} on {name}', 'threat_factors'],
  description: ['details', 'event'],
  severity: [word('severity')],
  time: [
    { path: 'event_timestamp', read: monthFirst },
    { path: 'backend_last_updated', read: monthFirst },
  ],
  systems: ['name'],
  identity: {
    of: idAnd('id', 'device_id', 'mdm_uuid', 'event_timestamp', 'threat_factors', 'event'),
    why: 'The id is not unique: each tenant counts its events. Identity: number, device, threat, event and time.',
  },
}

/** `02/22/2023 02:22:20` is the 22nd of February. */
function monthFirst(text: string): string {
  return text.replace(/^([0-9]{2})\/([0-9]{2})\/([0-9]{4}) /, '$3-$1-$2 ')
}
