import { id, idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

const CATEGORIES = {
  critical: 'critical',
  suspicious: 'medium',
  compliance: 'low',
  informational: 'informational',
} as const

/** A model breach of Darktrace, an incident event of its AI Analyst, or an alert about the system itself. */
export const darktrace: Product = {
  id: 'darktrace',
  name: 'Darktrace',
  source:
    'SEKOIA-IO/intake-formats, Darktrace/darktrace-threat-visualizer/tests; Darktrace Threat Visualizer API guide',
  forms: [
    [has('summariser'), has('aiaScore'), has('title'), has('id')],
    [
      has('pbid'),
      hasOneOf('model.then.name', 'model.now.name', 'model.name'),
      hasOneOf('creationTime', 'time'),
    ],
    [has('alert_name'), has('last_updated_status'), has('priority_level'), has('uuid'), has('status')],
  ],
  title: [
    'title',
    'model.then.name',
    'model.now.name',
    'model.name',
    '{alert_name}: {hostname}',
    'alert_name',
  ],
  description: ['summary', 'message', 'model.then.description', 'model.now.description', 'model.description'],
  severity: ['category', 'model.then.category', 'model.now.category', 'model.category']
    .map((path) => codes(path, CATEGORIES))
    .concat(word('priority_level')),
  time: ['creationTime', 'createdAt', 'time', 'last_updated_status', 'last_updated'],
  systems: ['hostname', 'device.hostname', 'breachDevices.hostname', 'device.ip', 'breachDevices.ip'],
  identity: {
    of: (alert) => (has('pbid').holds(alert) ? ofBreach(alert) : id('id', 'uuid')(alert)),
    why: 'The id of a breach is not unique: each master counts its breaches. Identity of a breach: number, model and time. An incident event has a unique id, a UUID. So has an alert about the system, and its end repeats it.',
  },
  // A person acknowledged it, which hides it.
  state: [when('acknowledged', [true], 'closed'), status('status')],
}

const ofBreach = idAnd('pbid', 'model.then.uuid', 'model.uuid', 'creationTime', 'time')
