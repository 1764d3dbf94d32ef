import { joinedOr } from './identity.ts'
import type { Product } from './product.ts'
import { has, is } from './recognition.ts'
import { rule, status, when } from './state.ts'

/** An event of AWS Health, out of EventBridge. It is not graded. */
export const awsHealth: Product = {
  id: 'aws_health',
  name: 'AWS Health',
  source: 'https://docs.aws.amazon.com/health/latest/ug/aws-health-events-eventbridge-schema.html',
  forms: [
    [
      is('eventTypeCategory', 'issue', 'accountNotification', 'scheduledChange', 'investigation'),
      ...[has('eventTypeCode'), has('service')],
    ],
  ],
  title: ['AWS {service} {eventTypeCategory} in {eventRegion}', 'AWS {service} {eventTypeCategory}'],
  description: ['eventDescription.latestDescription', 'eventTypeCode'],
  severity: [],
  time: ['startTime', 'lastUpdatedTime'],
  systems: ['affectedEntities.entityValue'],
  identity: {
    of: joinedOr('', 'eventArn', 'affectedAccount'),
    why: 'Shared by accounts: a public event has one ARN for all of them, so that the affected account is added. Updates repeat both.',
  },
  state: [
    status('statusCode'),
    rule(when('eventTypeCategory', ['accountNotification', 'scheduledChange'], 'informational').read),
  ],
}
