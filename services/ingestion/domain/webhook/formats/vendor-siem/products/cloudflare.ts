import { hashOf, hashOfShared } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, when } from '../state.ts'

const SEVERITIES = {
  alert_severity_info: 'informational',
  alert_severity_warning: 'medium',
  alert_severity_error: 'high',
  alert_severity_critical: 'critical',
} as const

/** A notification of Cloudflare, as its generic webhook sends it. */
export const cloudflare: Product = {
  id: 'cloudflare',
  name: 'Cloudflare',
  source: 'https://developers.cloudflare.com/notifications/reference/webhook-payload-schema/',
  forms: [[has('alert_type'), has('policy_id'), has('account_id'), has('text'), has('ts')]],
  title: ['policy_name', 'name', 'text'],
  titleStandIn: ['Cloudflare {alert_type}'],
  description: ['text'],
  severity: [word('data.severity'), codes('data.severity', SEVERITIES)],
  time: ['ts'],
  systems: ['data.zone_name', 'data.target_hostname', 'data.target_ip', 'data.zone'],
  identity: {
    of: hashOf('account_id', 'policy_id', 'alert_correlation_id', 'alert_event', 'ts', 'data'),
    closes: hashOfShared(
      ...['account_id', 'policy_id', 'alert_correlation_id', 'data.health_check_id', 'data.pool_id'],
      ...['data.event_source', 'data.origin_name'],
    ),
    why: "The id is not unique: alert_correlation_id 'groups related alerts together', and a policy notifies again and again. Identity: account, policy, correlation, the event, its time and its data. The end finds its alert by policy and correlation, and by the health check, or the pool and its origin, where it names one.",
  },
  state: [
    when('alert_event', ['ALERT_STATE_EVENT_END'], 'resolved'),
    // Health checks and load balancers report an end by their present health.
    ...['data.status', 'data.new_health'].map((path) =>
      rule(
        (alert) => (IS_OF_ONE.holds(alert) ? when(path, ['Healthy'], 'resolved').read(alert) : null),
        path,
      ),
    ),
  ],
}

/** Without this, the end of one alert would end every alert of the policy. */
const IS_OF_ONE = hasOneOf('data.health_check_id', 'data.pool_id')
