import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** An insight of Amazon DevOps Guru: its notifications through SNS, and the detail of its events in EventBridge. */
export const awsDevOpsGuru: Product = {
  id: 'aws_devops_guru',
  name: 'Amazon DevOps Guru',
  source:
    'https://docs.aws.amazon.com/devops-guru/latest/userguide/, "Viewing notifications" and "Working with Amazon EventBridge"; aws-samples/amazon-devops-guru-connector-servicenow, Functions/src/test/Events',
  // The event of a recommendation has no severity.
  forms: [[has('insightId'), has('messageType'), hasOneOf('insightUrl', 'insightType', 'insightSeverity')]],
  title: ['insightName', 'insightDescription'],
  titleStandIn: ['Insight {insightId}'],
  description: ['insightDescription', 'insightUrl'],
  severity: [word('insightSeverity')],
  time: ['startTime', 'startTimeISO'],
  systems: ['resourceCollection.cloudFormation.stackNames'],
  identity: {
    of: id('insightId'),
    why: 'The id is unique: a long random id for each insight. Further anomalies, a higher severity and the closure repeat it.',
  },
  state: [when('messageType', ['CLOSED_INSIGHT'], 'closed')],
}
