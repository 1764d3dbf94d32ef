import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An incident of a monitor of PulseAPI. */
export const pulseApi: Product = {
  id: 'pulseapi',
  name: 'PulseAPI',
  source: 'https://support.pulseapi.io/portal/en/kb/articles/webhook-payload-reference',
  forms: [
    [
      is('event', 'incident.created', 'incident.resolved'),
      ...[has('incident.id'), has('incident.title'), has('monitor.id'), has('team.id')],
    ],
  ],
  title: ['incident.title'],
  description: ['check.error', 'incident.root_cause'],
  severity: [word('incident.severity')],
  time: ['incident.started_at', 'triggered_at'],
  systems: ['monitor.name', 'monitor.url'],
  identity: {
    of: idAnd('incident.id', 'team.id', 'monitor.id', 'incident.started_at'),
    why: 'The id is not unique: it is a number. Identity: id, team, monitor and the start. The end repeats them.',
  },
  state: [when('event', ['incident.resolved'], 'resolved'), status('incident.status')],
}
