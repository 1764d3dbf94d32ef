import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Digital Threat Monitoring of Google Threat Intelligence (formerly Mandiant), from its API. */
export const googleDtm: Product = {
  id: 'google_dtm',
  name: 'Google Threat Intelligence',
  source:
    'demisto/content, Packs/GoogleThreatIntelligence/Integrations/GoogleThreatIntelligenceDTMAlerts/test_data',
  forms: [
    [
      has('monitor_id'),
      has('alert_type'),
      has('title'),
      hasOneOf('topic_matches', 'alert_summary', 'doc_url'),
    ],
  ],
  title: ['title'],
  description: ['ai_doc_summary', 'alert_summary'],
  severity: [word('severity')],
  time: ['created_at', 'doc.timestamp'],
  identity: {
    of: id('id'),
    why: 'The id is unique: that of the alert. Changes of its status repeat it. monitor_id and aggregated_under_id are shared and not read.',
  },
  // STATUS_MAPPING of GoogleThreatIntelligenceDTMAlerts.py there has every status.
  state: [
    when('status', ['not_relevant', 'no_action_required', 'duplicate'], 'suppressed'),
    when('status', ['tracked_external'], 'closed'),
    when('ignore', [true], 'suppressed'),
    status('status'),
  ],
}
