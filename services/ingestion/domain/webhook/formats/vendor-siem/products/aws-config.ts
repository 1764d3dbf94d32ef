import { hashOf, hashOfShared } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** A change of a resource's compliance with a rule of AWS Config, out of EventBridge or SNS. It is not graded. */
export const awsConfig: Product = {
  id: 'aws_config',
  name: 'AWS Config',
  source:
    'https://docs.aws.amazon.com/config/latest/developerguide/monitor-config-with-cloudwatchevents.html',
  forms: [[has('configRuleName'), has('newEvaluationResult.complianceType'), has('resourceId')]],
  title: ['{configRuleName}: {resourceType} {resourceId}', '{configRuleName}: {resourceId}'],
  description: ['newEvaluationResult.annotation', 'newEvaluationResult.complianceType'],
  severity: [],
  time: ['newEvaluationResult.resultRecordedTime', 'notificationCreationTime'],
  systems: ['resourceId'],
  identity: {
    of: hashOf(
      ...['awsAccountId', 'awsRegion', 'configRuleName', 'resourceType', 'resourceId'],
      ...['newEvaluationResult.complianceType', 'newEvaluationResult.resultRecordedTime'],
    ),
    closes: hashOfShared('awsAccountId', 'awsRegion', 'configRuleName', 'resourceType', 'resourceId'),
    why: 'An alert has no id. Identity: account, region, rule, resource, result and its time. The return to compliance finds its alert by rule and resource.',
  },
  state: [
    when('newEvaluationResult.complianceType', ['COMPLIANT', 'NOT_APPLICABLE'], 'passed'),
    when('newEvaluationResult.complianceType', ['INSUFFICIENT_DATA'], 'informational'),
  ],
}
