import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'
import { classTitle } from './class-words.ts'

/** An insight of AWS CloudTrail: calls or errors of an API at an unusual rate. It is not graded. */
export const awsCloudTrailInsight: Product = {
  id: 'aws_cloudtrail_insight',
  name: 'AWS CloudTrail Insights',
  source: 'https://docs.aws.amazon.com/awscloudtrail/latest/userguide/cloudtrail-concepts-insights.html',
  forms: [
    [is('eventCategory', 'Insight'), has('insightDetails.insightType'), has('insightDetails.eventName')],
  ],
  title: [
    'Unusual rate of errors {insightDetails.errorCode} of {insightDetails.eventName} ({insightDetails.eventSource})',
    'Unusual rate of {insightDetails.eventName} ({insightDetails.eventSource})',
  ],
  titleStandIn: [classTitle('AWS CloudTrail', 'insightDetails.insightType')],
  description: [
    '{insightDetails.insightContext.statistics.insight.average} calls a minute, usually {insightDetails.insightContext.statistics.baseline.average}',
    'insightDetails.insightType',
  ],
  severity: [],
  time: ['eventTime'],
  systems: ['recipientAccountId'],
  identity: {
    of: id('sharedEventID', 'eventID'),
    why: "The id is unique: 'sharedEventID', a GUID for each insight. Its start and its end repeat it.",
  },
  state: [when('insightDetails.state', ['End'], 'resolved')],
}
