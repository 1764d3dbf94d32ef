import { hashOf, id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/**
 * An alert of BitSight about the rating of an organization, its own or a supplier's; or a finding, one of the inputs of a
 * rating.
 */
export const bitSight: Product = {
  id: 'bitsight',
  name: 'BitSight',
  source:
    'Azure/Azure-Sentinel, Sample Data/Custom/BitSight/Alerts_data_CL.json; SEKOIA-IO/intake-formats, Bitsight/security-performance-management/tests',
  forms: [
    [has('alert_type'), has('alert_date'), has('company_guid'), has('trigger'), has('severity')],
    [has('rolledup_observation_id'), has('risk_vector'), has('severity_category'), has('evidence_key')],
  ],
  title: [
    '{trigger}: {company_name}',
    '{alert_type}: {company_name}',
    'trigger',
    '{vulnerability.name} on {evidence_key}',
    '{details.remediations.message} on {evidence_key}',
    '{risk_vector_label} on {evidence_key}',
  ],
  description: [
    '{alert_type} in {folder_name}',
    'alert_type',
    'details.remediations.help_text',
    'vulnerability.description',
  ],
  // A rating that rose is no alert.
  severity: [
    codes('severity', { critical: 'critical', warn: 'medium', increase: 'informational' }),
    codes('severity_category', { minor: 'low', moderate: 'medium', material: 'high', severe: 'critical' }),
    word('severity'),
  ],
  time: ['alert_date', 'start_date', 'last_seen'],
  systems: ['company_name', 'asset.asset'],
  identity: {
    of: (alert) => (IS_FINDING.holds(alert) ? ofFinding(alert) : ofAlert(alert)),
    why: 'The id of an alert is unique: a number for each alert, which never changes. A finding has no id of its own. Identity of a finding: company, risk, what it was seen at and when it was first seen. Further observations keep them.',
  },
  state: [
    when('remediated', [true], 'resolved'),
    when('details.grade', ['GOOD'], 'passed'),
    when('details.grade', ['NEUTRAL'], 'informational'),
  ],
}

const IS_FINDING = has('rolledup_observation_id')
const ofAlert = id('guid')
const ofFinding = hashOf(
  ...['company_uuid', 'risk_vector', 'evidence_key', 'first_seen', 'vulnerability.name'],
  'details.remediations.message',
)
