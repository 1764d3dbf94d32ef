import { delivery } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/**
 * A notification of Google Cloud Error Reporting: a new error, or one that is back after it was resolved. It has neither a
 * severity nor a time.
 */
export const gcpErrorReporting: Product = {
  id: 'gcp_error_reporting',
  name: 'Google Cloud Error Reporting',
  source: 'https://cloud.google.com/error-reporting/docs/notifications#webhooks',
  forms: [
    [has('group_info.project_id'), has('group_info.detail_link'), hasOneOf('exception_info', 'event_info')],
  ],
  title: ['{exception_info.type}: {exception_info.message}', 'exception_info.type', 'subject'],
  description: ['event_info.log_message', 'group_info.detail_link'],
  severity: [],
  time: [],
  systems: ['event_info.service'],
  identity: {
    of: delivery,
    why: 'The id is not unique: it is the address of a group of errors, and an error comes back. No time is sent: only the very delivery identifies the alert.',
  },
}
