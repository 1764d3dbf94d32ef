import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { when } from '../state.ts'

/** The notification of Operations for Applications (Wavefront), as the template of its webhooks has it. */
export const wavefront: Product = {
  id: 'wavefront',
  name: 'VMware Aria Operations for Applications (Wavefront)',
  source:
    'https://docs.wavefront.com/webhooks_alert_notification.html; https://docs.wavefront.com/alert_target_customizing.html',
  forms: [
    [
      ...[has('alertId'), has('name'), like('reason', /^ALERT_[A-Z_]+$/, 'ALERT_…')],
      hasOneOf('notificationId', 'startedTime', 'hostsFailingMessage'),
    ],
  ],
  title: ['name', 'subject'],
  description: ['additionalInformation', 'hostsFailingMessage', 'subject', 'errorMessage'],
  severity: [codes('severity', { severe: 'critical', warn: 'medium', smoke: 'low', info: 'informational' })],
  time: [(alert) => written(alert, 'startedTime'), (alert) => written(alert, 'sinceTime'), 'createdTime'],
  systems: ['failingHosts', 'failingSources'],
  identity: {
    of: idAnd('alertId', 'startedTime'),
    why: 'The id is not unique: it is that of what watches. Identity: id and the time at which it began to fire. Updates and the resolution repeat both.',
  },
  state: [
    when('reason', ['ALERT_RESOLVED', 'ALERT_NO_DATA_RESOLVED'], 'resolved'),
    when('reason', ['ALERT_SNOOZED', 'ALERT_MAINTENANCE', 'ALERT_NO_DATA_MAINTENANCE'], 'suppressed'),
  ],
}

/** Converts `02/28/2026 10:00:00 +0000` to RFC 3339; returns any other text unchanged. */
function written(alert: unknown, path: string): string {
  const text = plainText(valueAt(alert, path)).slice(0, 64)
  return text.replace(/^([0-9]{2})\/([0-9]{2})\/([0-9]{4}) ([0-9:]{8}) ?/, '$3-$1-$2T$4')
}
