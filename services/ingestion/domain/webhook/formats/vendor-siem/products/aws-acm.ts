import { valueAt } from '../../../fields.ts'
import { decimal } from '../../../own.ts'
import { hashOf } from '../identity.ts'
import type { Level } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'

/**
 * An event of AWS Certificate Manager about a certificate that expires or has expired. It is sent every day until somebody
 * acts.
 */
export const awsAcm: Product = {
  id: 'aws_acm',
  name: 'AWS Certificate Manager',
  source: 'https://docs.aws.amazon.com/acm/latest/userguide/supported-events.html',
  forms: [
    [
      is('detail-type', 'ACM Certificate Approaching Expiration', 'ACM Certificate Expired'),
      has('detail.CommonName'),
    ],
  ],
  title: [
    'Certificate of {detail.CommonName} expires in {detail.DaysToExpiry} days',
    'Certificate of {detail.CommonName} has expired',
  ],
  severity: [urgency],
  time: ['time'],
  systems: ['detail.CommonName'],
  identity: {
    of: hashOf('account', 'region', 'resources', 'detail-type'),
    why: 'The id is unique to the event of one day, and a reminder has an event every day. Identity: account, region, certificate and kind of event. The reminders of further days repeat them. The event that the certificate has expired is another alert.',
  },
}

function urgency(alert: unknown): Level {
  const days = decimal(valueAt(alert, 'detail.DaysToExpiry'))
  if (days === null || days <= 7) return 'high'
  return days <= 14 ? 'medium' : 'low'
}
