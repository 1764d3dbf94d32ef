import { id } from './identity.ts'
import { codes } from './levels.ts'
import type { Product } from './product.ts'
import { has, is, lacks } from './recognition.ts'
import { when } from './state.ts'

/** 1 high, 2 medium, 3 low, as Suricata grades, on which its engines are built. */
const SEVERITIES = { 1: 'high', 2: 'medium', 3: 'low' } as const

/** An alert of an engine of Gatewatcher AIONIQ, in the Elastic Common Schema. */
export const gatewatcher: Product = {
  id: 'gatewatcher',
  name: 'Gatewatcher AIONIQ',
  source: 'SEKOIA-IO/intake-formats, GateWatcher/aioniq_ecs/tests',
  forms: [
    [is('observer.vendor', 'gatewatcher'), is('event.kind', 'alert'), has('event.module'), has('event.id')],
    [
      is('event.module', 'retrohunt'),
      is('event.kind', 'alert'),
      has('matched_event.id'),
      has('ioc.id'),
      lacks('observer.vendor'),
    ],
  ],
  title: [
    ...['sigflow.signature', 'nba.signature', 'malcore.detail_threat_found'],
    'Gatewatcher {event.module}: {source.ip} to {destination.ip}',
  ],
  titleStandIn: ['Gatewatcher {event.module}'],
  description: ['sigflow.category', 'nba.category', 'ransomware.alert_threshold', 'event.module'],
  severity: [codes('event.severity', SEVERITIES)],
  time: ['event.created', '@timestamp'],
  systems: ['source.ip', 'destination.ip'],
  identity: { of: id('event.id'), why: 'Not shared: a UUID for each alert.' },
  // Files without a threat are reported too.
  state: [when('malcore.state', ['No Threat Detected'], 'passed')],
}
