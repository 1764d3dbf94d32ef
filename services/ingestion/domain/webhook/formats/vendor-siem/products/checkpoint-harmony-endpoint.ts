import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'

/** A detection of a blade of Check Point Harmony Endpoint, in JSON. Also one that it prevented is an alert. */
export const checkPointHarmonyEndpoint: Product = {
  id: 'checkpoint_harmony_endpoint',
  name: 'Check Point Harmony Endpoint',
  source:
    'elastic/integrations, packages/checkpoint_harmony_endpoint, data streams antimalware, forensics and zerophishing',
  forms: [
    [
      ...[is('product_family', 'Endpoint'), like('client_name', /^Check Point /, 'Check Point …')],
      ...[has('event_type'), has('protection_name'), has('severity')],
    ],
  ],
  title: ['{protection_name} on {src_machine_name}', '{product}: {protection_name}'],
  description: ['description', '{product}: {event_type}, {action}'],
  severity: [word('severity')],
  time: ['time'],
  systems: ['src_machine_name', 'src'],
  identity: {
    of: idAnd('id', 'tenant_id', 'product', 'time'),
    why: 'The id is not unique: it is made of the address of a server, the second and a counter. Identity: id, tenant, blade and time. An entry never changes.',
  },
}
