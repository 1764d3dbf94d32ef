import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An anomaly that AWS Cost Anomaly Detection found, through SNS or EventBridge. It is not graded. */
export const awsCostAnomaly: Product = {
  id: 'aws_cost_anomaly',
  name: 'AWS Cost Anomaly Detection',
  source: 'https://docs.aws.amazon.com/cost-management/latest/userguide/cad-eventbridge.html',
  forms: [[has('anomalyId'), has('monitorArn'), hasOneOf('impact.totalImpact', 'anomalyDetailsLink')]],
  title: ['Cost anomaly of {rootCauses.service}', 'Cost anomaly of {dimensionalValue}'],
  titleStandIn: ['Cost anomaly {anomalyId}'],
  description: ['anomalyDetailsLink'],
  severity: [],
  time: ['anomalyStartDate'],
  systems: ['rootCauses.linkedAccount', 'accountId'],
  identity: {
    of: idAnd('anomalyId', 'monitorArn'),
    why: 'The id is unique: a UUID for each anomaly. Identity: id and monitor. Later notifications about the cost repeat both.',
  },
}
