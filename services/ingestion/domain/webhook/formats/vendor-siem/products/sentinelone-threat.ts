import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, lacks, object } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/**
 * Activities about a new threat: mitigated or not, found by the agent, the cloud, a rule, threat intelligence or Watchtower.
 */
const NEW_THREAT = [
  ...['18', '19', '20', '4002', '4003', '4106', '4107', '4108', '4109'],
  ...['4110', '4111', '4112', '4113'],
]

const STATUSES = ['threatInfo.incidentStatus', 'incident.status']

/** A threat of SentinelOne's management API (2.0 and 2.1), and the activity that reports a new threat. */
export const sentinelOneThreat: Product = {
  id: 'sentinelone_threat',
  name: 'SentinelOne',
  source:
    'SEKOIA-IO/intake-formats, SentinelOne/sentinelone/tests; panther-labs/panther-analysis, rules/sentinelone_rules; management API, GET /threats',
  forms: [
    [
      object('threatInfo'),
      hasOneOf('threatInfo.threatId', 'threatInfo.threatName', 'id'),
      // Carbon Black notifies of a threat under the same name.
      lacks('threatInfo.incidentId'),
    ],
    [
      is('activityType', ...NEW_THREAT),
      hasOneOf('threatId', 'data.fileDisplayName', 'data.threatClassification'),
    ],
    // The form in which Elastic's integration writes a threat.
    [has('confidenceLevel'), has('analysis.verdict'), has('incident.status'), has('id')],
    [has('mitigationStatus'), has('agentComputerName'), hasOneOf('threatName', 'fileDisplayName'), has('id')],
  ],
  title: [
    ...['threatInfo.threatName', 'threatInfo.classification', 'primaryDescription'],
    ...['threatName', 'fileDisplayName', 'name'],
  ],
  titleStandIn: ['SentinelOne threat {threatInfo.threatId}', 'SentinelOne threat {id}'],
  description: [
    '{threatInfo.classification}: {threatInfo.filePath}',
    'threatInfo.classification',
    'indicators.description',
    '{classification}: {filePath}',
    'description',
  ],
  severity: [
    word('threatInfo.severity'),
    codes('threatInfo.confidenceLevel', { malicious: 'high', suspicious: 'medium' }),
    codes('data.confidenceLevel', { malicious: 'high', suspicious: 'medium' }),
    codes('confidenceLevel', { malicious: 'high', suspicious: 'medium' }),
  ],
  time: ['threatInfo.identifiedAt', 'threatInfo.createdAt', 'createdAt'],
  systems: [
    'agentRealtimeInfo.agentComputerName',
    'agentDetectionInfo.agentComputerName',
    'data.computerName',
    'agentComputerName',
  ],
  identity: {
    of: id('threatInfo.threatId', 'threatId', 'id'),
    why: 'The id is unique: a number that the management makes for each threat. A change of its status or verdict repeats it.',
  },
  state: [
    reasonOfEnd(status('threatInfo.analystVerdict', 'analysis.verdict'), ...STATUSES),
    status(...STATUSES),
    ...[
      when('markedAsBenign', [true], 'false_positive'),
      when('threatInfo.mitigationStatus', ['marked_as_benign'], 'false_positive'),
      when('mitigationStatus', ['marked_as_benign'], 'false_positive'),
      when('resolved', [true], 'resolved'),
    ].map((reason) => reasonOfEnd(reason, ...STATUSES)),
  ],
}
