import { id } from './identity.ts'
import type { Product } from './product.ts'
import { has, is } from './recognition.ts'
import { status } from './state.ts'

/** A security event of Check Point Harmony Email (before, Avanan). Its severity is a number without published bands. */
export const checkPointHarmonyEmail: Product = {
  id: 'checkpoint_harmony_email',
  name: 'Check Point Harmony Email',
  source: 'SEKOIA-IO/intake-formats, Checkpoint/checkpoint_hec/tests',
  forms: [
    [
      is('event.security_event.entity_info.entity_type', 'security_event'),
      ...[
        has('event.security_event.entity_payload.category'),
        has('event.security_event.entity_info.entity_id'),
      ],
    ],
  ],
  title: [
    'event.security_event.entity_payload.description_text',
    '{event.security_event.entity_payload.category} in {event.security_event.entity_payload.saas}',
    'event.security_event.entity_payload.category',
  ],
  description: ['event.security_event.entity_payload.description_text'],
  severity: [],
  time: ['event.security_event.entity_info.entity_created', 'event.security_event.time'],
  systems: [
    'event.security_event.saas_info.saas_actor_payload.email',
    'event.security_event.entity_payload.saas',
  ],
  identity: {
    of: id('event.security_event.entity_info.entity_id'),
    why: 'Not shared: 32 hexadecimal digits for each security event; a change of its state keeps them. aggregation_id is shared by alike events and not read.',
  },
  state: [status('event.security_event.entity_payload.current_state')],
}
