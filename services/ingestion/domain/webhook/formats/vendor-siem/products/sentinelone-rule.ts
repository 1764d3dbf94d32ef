import { valueAt } from '../../../fields.ts'
import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, object } from '../recognition.ts'
import { reasonOfEnd, status } from '../state.ts'

/** An alert of a custom or platform rule of SentinelOne: its activity, and the resource of the API. */
export const sentinelOneRule: Product = {
  id: 'sentinelone_rule',
  name: 'SentinelOne',
  source:
    'SEKOIA-IO/intake-formats, SentinelOne/sentinelone/tests, custom_rule.json; management API, GET /cloud-detection/alerts',
  forms: [
    [is('activityType', '3608', '3784'), object('data')],
    [
      ...[has('data.alertId'), hasOneOf('data.rulename', 'data.ruleName')],
      hasOneOf('data.detectedat', 'data.origagentname', 'activityUuid', 'agentId'),
    ],
    [object('alertInfo'), object('ruleInfo')],
  ],
  title: ['data.rulename', 'ruleInfo.name', 'primaryDescription'],
  description: ['primaryDescription', 'data.ruledescription', 'ruleInfo.description'],
  severity: [word('data.severity', 'ruleInfo.severity')],
  time: ['data.detectedat', 'alertInfo.createdAt', 'createdAt', 'alertInfo.reportedAt'],
  systems: ['data.origagentname', 'agentDetectionInfo.name', 'agentRealtimeInfo.name'],
  identity: {
    of: (alert) =>
      valueAt(alert, 'alertInfo') === undefined ? ofActivity(alert) : id('alertInfo.alertId')(alert),
    why: 'The id is unique: a number that the management makes for each alert. In activities it is a JSON number, which senders have rounded to a double. Identity of an activity: id, rule, agent and time.',
  },
  state: [
    reasonOfEnd(status('alertInfo.analystVerdict'), 'alertInfo.incidentStatus'),
    status('alertInfo.incidentStatus'),
  ],
}

const ofActivity = idAnd(
  'data.alertId',
  'id',
  'data.rulename',
  'agentId',
  'data.detectedat',
  'secondaryDescription',
)
