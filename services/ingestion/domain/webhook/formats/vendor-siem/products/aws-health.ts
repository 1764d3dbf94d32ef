import { valuesAt } from '../../../fields.ts'
import { joinedOr } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is, like } from '../recognition.ts'
import { rule, type State, status } from '../state.ts'

/** An event of AWS Health, out of EventBridge. It is not graded. */
export const awsHealth: Product = {
  id: 'aws_health',
  name: 'AWS Health',
  source:
    'https://docs.aws.amazon.com/health/latest/ug/aws-health-events-eventbridge-schema.html; https://docs.aws.amazon.com/health/latest/APIReference/API_EventType.html',
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
    of: joinedOr('', 'eventArn', 'eventArn', 'affectedAccount'),
    why: 'The id is not unique: a public event has one ARN for all accounts. Identity: ARN and affected account. Updates repeat both.',
  },
  state: [status('statusCode'), rule(ofCategory, 'actionability')],
}

/**
 * The purpose of the event: AWS's own word if it is sent, else its category. A category never makes a security event
 * informational.
 */
function ofCategory(alert: unknown): State | null {
  if (is('actionability', 'INFORMATIONAL').holds(alert)) return 'informational'
  if (is('actionability', 'ACTION_REQUIRED').holds(alert) || SECURITY.some(({ holds }) => holds(alert)))
    return null
  return is('eventTypeCategory', 'accountNotification', 'scheduledChange').holds(alert)
    ? 'informational'
    : null
}

const SECURITY = [
  like('eventTypeCode', /SECURITY|ABUSE|EXPOSED/, 'such as AWS_…_SECURITY_NOTIFICATION'),
  { holds: (alert: unknown) => valuesAt(alert, 'personas').includes('SECURITY') },
]
