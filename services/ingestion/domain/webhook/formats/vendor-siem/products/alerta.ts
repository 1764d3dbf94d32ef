import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Alerta, which collects the alerts of other products. */
export const alerta: Product = {
  id: 'alerta',
  name: 'Alerta',
  source: 'https://docs.alerta.io/api/alert.html; alerta/alerta, alerta/models/alarms',
  forms: [
    [
      ...[has('resource'), has('event'), has('environment'), has('severity')],
      hasOneOf('createTime', 'lastReceiveTime', 'correlate', 'duplicateCount'),
    ],
  ],
  title: ['{event} on {resource}'],
  description: ['text', 'value'],
  severity: [
    codes('severity', {
      ...({
        security: 'critical',
        critical: 'critical',
        major: 'high',
        minor: 'medium',
        warning: 'low',
      } as const),
      ...({ informational: 'informational', debug: 'informational', trace: 'informational' } as const),
      // The alarm model ISA 18.2.
      ...({ high: 'high', medium: 'medium', low: 'low', advisory: 'low' } as const),
    }),
  ],
  time: ['createTime', 'receiveTime', 'lastReceiveTime'],
  systems: ['resource'],
  identity: {
    of: (alert) => (has('createTime').holds(alert) ? ofCreated(alert) : ofUntimed(alert)),
    why: 'The id is unique: a UUID for each alert. Duplicates and changes repeat it. An alert that Alerta has not received yet has no id. Identity without an id: event, environment, resource and time.',
  },
  state: [
    // Alerta closes such an alert from any status, and gives one that people open again its former severity.
    ...['normal', 'ok', 'cleared'].map((word) => when('severity', [word], 'resolved')),
    when('status', ['shelved', 'blackout'], 'suppressed'),
    when('status', ['expired'], 'closed'),
    status('status'),
  ],
}

const ofCreated = idAnd(['id', 'event'], 'environment', 'resource', 'createTime')
/** Its end has no time either. */
const ofUntimed = idAnd(['id', 'event'], 'environment', 'resource')
