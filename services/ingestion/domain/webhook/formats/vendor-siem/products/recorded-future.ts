import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/** An alert of Recorded Future, a playbook alert, and a detection of an exposed credential. Only playbook alerts are graded. */
export const recordedFuture: Product = {
  id: 'recorded_future',
  name: 'Recorded Future',
  source:
    'chronicle/content-hub, content/response_integrations/third_party/partner/recorded_future_intelligence, "Get Alert Details" and "Get Playbook Alert Details"; elastic/integrations, packages/ti_recordedfuture, data stream identity_detection',
  forms: [
    [has('rule.name'), has('title'), has('review.status'), hasOneOf('triggered', 'log.triggered')],
    [has('playbook_alert_id'), has('panel_status.case_rule_label')],
    [
      has('id'),
      has('subject'),
      has('dump.name'),
      like('source_type', /^(?:Malware|Database)/, 'Malware… or Database…'),
    ],
  ],
  title: [
    'title',
    '{panel_status.case_rule_label}: {panel_status.entity_name}',
    'panel_status.case_rule_label',
    'Exposed credential of {subject}: {dump.name}',
  ],
  description: ['review.note', 'rule.name', 'panel_evidence_summary.summary', 'dump.description'],
  severity: [word('panel_status.priority')],
  time: ['triggered', 'log.triggered', 'panel_status.created', 'created'],
  systems: ['panel_status.entity_name', 'authorization_service.domain'],
  identity: {
    of: id('id', 'playbook_alert_id'),
    why: 'The id is unique: Recorded Future’s own id of an alert, among all customers. A review repeats it. The id of the rule is not unique and is not read.',
  },
  state: [
    reasonOfEnd(when('review.status', ['dismiss', 'dismissed'], 'suppressed'), 'review.status_in_portal'),
    status('review.status_in_portal', 'review.status', 'panel_status.status'),
  ],
}
