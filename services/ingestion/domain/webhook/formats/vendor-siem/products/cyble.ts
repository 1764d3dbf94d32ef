import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Cyble Vision about an exposure outside of the organization. */
export const cyble: Product = {
  id: 'cyble',
  name: 'Cyble Vision',
  source:
    'chronicle/content-hub, response_integrations/third_party/community/cyble_vision_alerts; demisto/content, Packs/CybleEventsV2/Integrations/CybleEventsV2/test_data',
  forms: [
    [
      has('service'),
      has('severity'),
      has('status'),
      hasOneOf('keyword', 'keyword_name'),
      hasOneOf('alert_id', 'id'),
      has('name'),
    ],
    [has('alert_group_id'), has('data_id'), has('service'), has('severity'), has('status'), has('id')],
  ],
  title: ['name', '{service}: {keyword}', '{service}: {metadata.entity.keyword.display_name}'],
  titleStandIn: ['{service}'],
  description: ['{service}: {keyword}', 'description', 'service'],
  severity: [word('severity', 'user_severity')],
  time: ['created_at', 'timestamp'],
  systems: ['keyword', 'metadata.entity.keyword.display_name'],
  identity: {
    of: id('alert_id', 'id'),
    why: 'The id is unique: a UUID for each alert. A change of the status keeps it.',
  },
  state: [when('status', ['INFORMATIONAL', 'REMEDIATION_NOT_REQUIRED'], 'closed'), status('status')],
}
