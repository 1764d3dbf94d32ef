import { id, idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

const CATEGORIES = {
  critical: 'critical',
  suspicious: 'medium',
  compliance: 'low',
  informational: 'informational',
} as const

/** A model breach or an incident event of the AI Analyst of Darktrace. */
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
  ],
  title: ['title', 'model.then.name', 'model.now.name', 'model.name'],
  description: ['summary', 'model.then.description', 'model.now.description', 'model.description'],
  severity: ['category', 'model.then.category', 'model.now.category', 'model.category'].map((path) =>
    codes(path, CATEGORIES),
  ),
  time: ['creationTime', 'createdAt', 'time'],
  systems: ['device.hostname', 'breachDevices.hostname', 'device.ip', 'breachDevices.ip'],
  identity: {
    of: (alert) => (has('pbid').holds(alert) ? ofBreach(alert) : id('id')(alert)),
    why: 'Shared by appliances: the number of a breach, which each master counts, so that model and time are added. An incident event has a UUID.',
  },
  // A person has looked at it, which takes it out of sight.
  state: [when('acknowledged', [true], 'closed')],
}

const ofBreach = idAnd('pbid', 'model.then.uuid', 'model.uuid', 'creationTime', 'time')
