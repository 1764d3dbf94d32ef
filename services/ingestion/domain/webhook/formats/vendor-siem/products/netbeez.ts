import { hashOfShared, idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert or an incident of NetBeez about an agent, a target, a WiFi profile or a scheduled test. Incidents are not graded. */
export const netBeez: Product = {
  id: 'netbeez',
  name: 'NetBeez',
  source: 'https://community.netbeez.net/t/netbeez-webhook-payload-reference/320',
  forms: [
    [
      ...[is('type', 'alert'), has('attributes.event_type'), has('attributes.message')],
      ...[has('attributes.alert_dedup_id'), has('attributes.severity_name')],
    ],
    [
      is('type', 'incident'),
      has('attributes.incident_id'),
      has('attributes.event'),
      has('attributes.message'),
    ],
  ],
  title: [
    ...['{attributes.agent}: {attributes.message}', '{attributes.target}: {attributes.message}'],
    ...['{attributes.wifi_profile}: {attributes.message}', 'attributes.message'],
  ],
  description: ['attributes.agent_description'],
  // The names are those of syslog, where an alert is worse than what is critical.
  severity: [codes('attributes.severity_name', { alert: 'critical' }), word('attributes.severity_name')],
  time: ['attributes.alert_ts', 'attributes.event_ts', 'attributes.incident_ts'],
  systems: ['attributes.agent', 'attributes.target', 'attributes.wifi_profile'],
  identity: {
    of: idAnd('id', 'type', ...where(), 'attributes.alert_ts', 'attributes.event_ts'),
    closes: hashOfShared('type', 'attributes.alert_dedup_id', 'attributes.incident_id', ...where()),
    why: 'The id is not unique: each installation counts its alerts and its incidents. Identity: id, agent, target, WiFi profile and time. The end has another id. It finds its alert by alert_dedup_id, and its incident by the number of the incident.',
  },
  state: [
    when('attributes.event_type', ['ALERT_CLEARED'], 'resolved'),
    when('attributes.event', ['INCIDENT_CLEARED'], 'resolved'),
  ],
}

function where(): string[] {
  return ['attributes.agent', 'attributes.target', 'attributes.wifi_profile']
}
