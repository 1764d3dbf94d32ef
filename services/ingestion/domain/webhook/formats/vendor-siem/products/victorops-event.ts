import { valueAt } from '../../../fields.ts'
import { hashOf, hashOfSubject, requiring } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An event in the format of Splunk On-Call's (VictorOps) REST endpoint, which many tools can send to any address. */
export const victorOpsEvent: Product = {
  id: 'victorops_event',
  name: 'Splunk On-Call event',
  source:
    'https://help.splunk.com/splunk-observability-cloud/splunk-on-call/integrations-with-splunk-on-call/rest-endpoint-integration-for-splunk-on-call',
  forms: [
    [
      is('message_type', 'CRITICAL', 'WARNING', 'ACKNOWLEDGEMENT', 'INFO', 'RECOVERY'),
      has('entity_id'),
      hasOneOf('entity_display_name', 'state_message', 'monitoring_tool'),
    ],
    [
      is('message_type', 'CRITICAL', 'WARNING', 'ACKNOWLEDGEMENT', 'INFO', 'RECOVERY'),
      ...[has('state_message'), hasOneOf('entity_display_name', 'monitoring_tool')],
    ],
  ],
  title: ['entity_display_name', 'entity_id', 'state_message'],
  description: ['state_message'],
  severity: [word('message_type')],
  sourceSystem: (alert) => valueAt(alert, 'monitoring_tool'),
  time: ['state_start_time', 'timestamp'],
  systems: ['host_name'],
  identity: {
    of: requiring(['state_start_time', 'timestamp'], (alert) =>
      valueAt(alert, 'entity_id') === undefined ? withoutEntity(alert) : withEntity(alert),
    ),
    closes: hashOfSubject('entity_id'),
    unmatched: 'An event that names no entity has nothing in common with its recovery but words.',
    why: 'The id is not unique: entity_id is used again after a recovery. Identity: entity_id and the time at which the state began. Without a time, only the very delivery identifies an event. Acknowledgement and recovery find their alert by the entity, where it is named.',
  },
  state: [
    when('message_type', ['RECOVERY'], 'resolved'),
    when('message_type', ['ACKNOWLEDGEMENT', 'INFO'], 'informational'),
  ],
}

const withEntity = hashOf('entity_id', 'message_type', 'state_start_time', 'timestamp')
const withoutEntity = hashOf(
  ...[
    'entity_display_name',
    'state_message',
    'monitoring_tool',
    'message_type',
    'state_start_time',
    'timestamp',
  ],
)
