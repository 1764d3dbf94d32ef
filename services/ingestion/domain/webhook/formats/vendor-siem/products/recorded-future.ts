import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Recorded Future, and a playbook alert. A plain alert is not graded. */
export const recordedFuture: Product = {
  id: 'recorded_future',
  name: 'Recorded Future',
  source:
    'chronicle/content-hub, content/response_integrations/third_party/partner/recorded_future_intelligence, "Get Alert Details" and "Get Playbook Alert Details"',
  forms: [
    [has('rule.name'), has('title'), has('review.status'), hasOneOf('triggered', 'log.triggered')],
    [has('playbook_alert_id'), has('panel_status.case_rule_label')],
  ],
  title: [
    'title',
    '{panel_status.case_rule_label}: {panel_status.entity_name}',
    'panel_status.case_rule_label',
  ],
  description: ['review.note', 'rule.name', 'panel_evidence_summary.summary'],
  severity: [word('panel_status.priority')],
  time: ['triggered', 'log.triggered', 'panel_status.created'],
  systems: ['panel_status.entity_name'],
  identity: {
    of: id('id', 'playbook_alert_id'),
    why: 'The id is unique: Recorded Future’s own id of an alert, among all customers. A review repeats it. The id of the rule is not unique and is not read.',
  },
  state: [
    when('review.status', ['dismiss', 'dismissed'], 'suppressed'),
    status('review.status_in_portal', 'review.status', 'panel_status.status'),
  ],
}
