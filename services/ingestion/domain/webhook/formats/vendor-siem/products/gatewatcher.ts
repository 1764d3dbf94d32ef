import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, lacks } from '../recognition.ts'
import { when } from '../state.ts'

/** 1 high, 2 medium, 3 low: the scale of Suricata, on which its engines are built. */
const SEVERITIES = { 1: 'high', 2: 'medium', 3: 'low' } as const

/** An alert of an engine of Gatewatcher AIONIQ, in the Elastic Common Schema or in its own earlier form. */
export const gatewatcher: Product = {
  id: 'gatewatcher',
  name: 'Gatewatcher AIONIQ',
  source: 'SEKOIA-IO/intake-formats, GateWatcher/aioniq_ecs/tests and GateWatcher/aioniq/tests',
  forms: [
    [is('observer.vendor', 'gatewatcher'), is('event.kind', 'alert'), has('event.module'), has('event.id')],
    [
      is('event.module', 'retrohunt'),
      is('event.kind', 'alert'),
      has('matched_event.id'),
      has('ioc.id'),
      lacks('observer.vendor'),
    ],
    [has('gcenter'), has('uuid'), has('timestamp_detected'), has('event_type'), has('severity')],
  ],
  title: [
    ...['sigflow.signature', 'nba.signature', 'malcore.detail_threat_found'],
    'Gatewatcher {event.module}: {source.ip} to {destination.ip}',
    ...['signature', 'detail_threat_found', 'Gatewatcher {event_type}: {domain_name}'],
    'Gatewatcher {event_type}: {src_ip} to {dest_ip}',
  ],
  titleStandIn: ['Gatewatcher {event.module}', 'Gatewatcher {event_type}'],
  description: ['sigflow.category', 'nba.category', 'ransomware.alert_threshold', 'event.module'],
  severity: [codes('event.severity', SEVERITIES), codes('severity', SEVERITIES)],
  time: ['event.created', 'timestamp_detected', '@timestamp'],
  systems: ['source.ip', 'destination.ip', 'src_ip', 'dest_ip'],
  identity: { of: id('event.id', 'uuid'), why: 'The id is unique: a UUID for each alert.' },
  // Files without a threat are reported too.
  state: ['malcore.state', 'state'].map((path) => when(path, ['No Threat Detected'], 'passed')),
}
