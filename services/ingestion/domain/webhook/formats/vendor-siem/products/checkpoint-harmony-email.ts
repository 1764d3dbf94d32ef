import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status } from '../state.ts'

/** From 1, very low, to 5, critical (demisto/content, Packs/CheckPointHEC, SEVERITY_VALUES). */
const SEVERITIES = { 1: 'low', 2: 'low', 3: 'medium', 4: 'high', 5: 'critical' } as const

/** A security event of Check Point Harmony Email (formerly Avanan), as it is forwarded and as its API gives it. */
export const checkPointHarmonyEmail: Product = {
  id: 'checkpoint_harmony_email',
  name: 'Check Point Harmony Email',
  source:
    'SEKOIA-IO/intake-formats, Checkpoint/checkpoint_hec/tests; API and severities: demisto/content, Packs/CheckPointHEC/Integrations/CheckPointHEC',
  forms: [
    [
      is('event.security_event.entity_info.entity_type', 'security_event'),
      ...[
        has('event.security_event.entity_payload.category'),
        has('event.security_event.entity_info.entity_id'),
      ],
    ],
    [...[has('eventId'), has('customerId'), has('saas'), has('entityId')], has('eventCreated')],
  ],
  title: [
    'event.security_event.entity_payload.description_text',
    '{event.security_event.entity_payload.category} in {event.security_event.entity_payload.saas}',
    'event.security_event.entity_payload.category',
    { path: 'description', read: withLabels },
    '{type} in {saas}',
  ],
  description: ['event.security_event.entity_payload.description_text', 'description'],
  severity: [
    codes('event.security_event.entity_payload.severity', SEVERITIES),
    codes('severity', SEVERITIES),
  ],
  time: ['event.security_event.entity_info.entity_created', 'event.security_event.time', 'eventCreated'],
  systems: [
    'event.security_event.saas_info.saas_actor_payload.email',
    'event.security_event.entity_payload.saas',
  ],
  identity: {
    of: id('event.security_event.entity_info.entity_id', 'eventId'),
    why: 'The id is unique: 32 hexadecimal digits for each security event. A change of the state keeps it. aggregation_id, and the entityId of the message, are shared and not read.',
  },
  state: [status('event.security_event.entity_payload.current_state', 'state')],
}

/** What an entity in a description is called: `#{"entity_id": "1", "label": "Resume"}`. */
function withLabels(text: string): string {
  return text
    .slice(0, 5000)
    .replaceAll(/#\{[^{}]{1,500}\}/g, (entity) => /"label": ?"([^"\\]{1,300})"/.exec(entity)?.[1] ?? entity)
}
