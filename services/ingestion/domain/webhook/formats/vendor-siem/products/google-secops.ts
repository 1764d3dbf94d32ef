import { valueAt } from '../../../fields.ts'
import { hashOf, id } from '../identity.ts'
import { labelled } from '../labelled.ts'
import { scale, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/** Google's own rules score 35 for low, 65 for medium, 85 for high and 95 for critical. The default score of an alert is 40. */
const RISK_SCORE = { low: 0, medium: 40, high: 70, critical: 90 }

/** A detection of Google SecOps (Chronicle), by a customer's or a curated rule. `detection` is an object or an array of one. */
export const googleSecops: Product = {
  id: 'google_secops',
  name: 'Google SecOps',
  source:
    'https://cloud.google.com/chronicle/docs/reference/detection-engine-api; demisto/content, Packs/GoogleChronicleBackstory/Integrations/GoogleChronicleBackstory/test_data; Azure/Azure-Sentinel, Sample Data/Custom/DetectionAlerts_CL.csv',
  forms: [
    [
      like('type', /_DETECTION$|^GCTI_FINDING$/, 'RULE_DETECTION or GCTI_FINDING'),
      like('id', /^de_/, 'de_…'),
      has('detection'),
    ],
    // A row of its connector for Microsoft Sentinel, in which the kind has another name.
    [like('DetectionType', /_DETECTION$/, 'RULE_DETECTION'), like('id', /^de_/, 'de_…'), has('detection')],
    [has('detection.ruleName'), like('id', /^de_/, 'de_…'), hasOneOf('detectionTime', 'createdTime')],
    [has('detection.ruleName'), has('detection.ruleId'), has('detectionTime')],
    // An alert about an asset or a user, with the list of which it comes (event-lists.ts).
    [has('chronicle'), has('name'), has('timestamp')],
  ],
  title: ['detection.ruleName', 'detection.ruleSetDisplayName', 'detection.summary', 'name'],
  titleStandIn: ['Google SecOps detection {id}'],
  description: [
    'detection.description',
    labelled('detection.ruleLabels', 'key', 'description', (found) => valueAt(found, 'value')),
    'detection.summary',
  ],
  severity: [
    word('detection.severity', 'severity'),
    labelled('detection.ruleLabels', 'key', 'severity', word('value')),
    scale('detection.riskScore', RISK_SCORE),
    labelled('detection.outcomes', 'key', 'risk_score', scale('value', RISK_SCORE)),
  ],
  time: ['detectionTime', 'createdTime', 'timeWindow.endTime', 'timestamp'],
  systems: ['chronicle.asset.hostname', 'chronicle.asset.assetIpAddress'],
  identity: {
    of: (alert) => (IS_LISTED.holds(alert) ? ofListed(alert) : ofDetection(alert)),
    why: "The id is unique: 'identifier for the detection' (Detection Engine API), de_ and a UUID. An alert in the list of an asset or a user has no id. Identity of such an alert: asset or user, name, product, time and its event.",
  },
  state: [
    // An alert begins as new; people open one that was closed.
    reasonOfEnd(
      status('feedbackSummary.verdict'),
      ...['feedbackSummary.status', is('feedbackSummary.status', 'OPEN')],
    ),
    status('feedbackSummary.status'),
    // A detection counts as an alert only "if the rule that detected it had alerting enabled at the time of detection"
    // (legacyStreamDetectionAlerts; RuleDeployment.alerting). For any other, Google itself raises no alert.
    when('detection.alertState', ['NOT_ALERTING'], 'informational'),
  ],
}

const IS_LISTED = has('chronicle')
const ofDetection = id('id')
const ofListed = hashOf(
  ...['chronicle.asset.hostname', 'chronicle.asset.assetIpAddress', 'chronicle.asset.macAddress'],
  ...['chronicle.user.username', 'chronicle.user.email', 'name', 'sourceProduct', 'timestamp'],
  'rawLog',
)
