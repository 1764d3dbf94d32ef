import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id, idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/** An activity of NinjaOne from a notification channel. Most activities are actions of technicians and policies. */
export const ninjaOne: Product = {
  id: 'ninjaone',
  name: 'NinjaOne',
  source:
    'https://docs.spike.sh/integrations-guideline/create-integration-and-service/integrate-spike-with-ninjaone; NinjaOne API, Activity',
  forms: [[has('activityType'), has('statusCode'), numeric('activityTime'), numeric('id')]],
  title: ['message', 'subject', '{sourceName}: {status}', '{activityType} {statusCode}'],
  description: ['{sourceName}: {status}', 'subject'],
  severity: [
    codes('severity', {
      critical: 'critical',
      major: 'high',
      moderate: 'medium',
      minor: 'low',
      none: 'unknown',
    }),
    word('priority'),
  ],
  time: ['activityTime'],
  systems: ['device.systemName', 'device.displayName', 'device.dnsName', 'deviceId'],
  identity: {
    of: idAnd('id', 'deviceId', 'seriesUid', 'activityTime'),
    closes: id('seriesUid'),
    why: 'The id is not unique: each installation counts the numbers of its activities. Identity: id, device, series and time. The reset of a condition finds its alert by the series.',
  },
  state: [rule(ofActivity, 'statusCode')],
}

/** A triggered condition is an alert until it is reset. Other activities are alerts if they failed or found something. */
function ofActivity(activity: unknown): State | null {
  const code = plainText(valueAt(activity, 'statusCode')).toUpperCase()
  if (UNPROTECTED.test(code)) return null
  if (/^(?:RESET|.*_RESET|RESOLVED|CLEARED)$/.test(code)) return 'resolved'
  const result = plainText(valueAt(activity, 'activityResult'))
  if (TROUBLE.test(code) || /^FAILURE$/i.test(result)) return null
  const isGraded = /^(?:CRITICAL|MAJOR)$/i.test(plainText(valueAt(activity, 'severity')))
  return isGraded && code !== 'ACKNOWLEDGED' ? null : 'informational'
}

const TROUBLE =
  /TRIGGERED|THREAT|QUARANTINE|FAIL|ERROR|(?<!UN)BLOCKED|LOST|(?<![A-Z])(?:DOWN|OFFLINE)(?![A-Z])/
/** Resets of an account's MFA, which do not end an alert. */
const UNPROTECTED = /MFA_(?:DISABLED|REMOVED|RESET)/
