import { isObject } from '../../own.ts'
import { wholeAlert } from './identity.ts'
import { word } from './levels.ts'
import type { Product } from './product.ts'
import { status } from './state.ts'

/**
 * How an endpoint that is set so reads an alert of a product that has no table: by names that many use. Nothing is known
 * of its ids, so that its whole content is its identity; a number is no severity, since nobody knows its scale.
 */
export function generalReading(alert: unknown): Product | undefined {
  return isObject(alert) ? GENERAL : undefined
}

const GENERAL: Product = {
  id: 'general',
  name: 'general reading',
  source: 'docs/integrations/generic/README.md',
  // It recognises nothing: it is chosen where nothing else is.
  forms: [],
  title: [
    ...[
      'title',
      'name',
      'rule.name',
      'rule',
      'summary',
      'message',
      'alert_name',
      'alertname',
      'rule_name',
      'subject',
    ],
    ...['alert.title', 'alert.name', 'alert.rule', 'event.title', 'event.name', 'short_message', 'msg'],
  ],
  description: ['description', 'details', 'message', 'summary', 'text', 'body'],
  severity: [
    word(
      'severity',
      'level',
      'priority',
      'urgency',
      'criticality',
      'risk',
      'risk_level',
      'severity_name',
      'threat_level',
    ),
    word('alert.severity', 'alert.level', 'event.severity', 'rule.severity', 'rule.level'),
  ],
  time: [
    ...[
      'timestamp',
      '@timestamp',
      'time',
      'occurred_at',
      'detected_at',
      'event_time',
      'created_at',
      'createdAt',
    ],
    ...['created', 'date', 'first_seen', 'start_time', 'alert.timestamp', 'event.timestamp', 'event.created'],
  ],
  systems: ['host.name', 'hostname', 'host', 'device.hostname', 'computer_name', 'agent.name'],
  identity: { of: wholeAlert, why: 'Nothing is known of its ids: the same content is the same alert.' },
  state: [status('status', 'state')],
}
