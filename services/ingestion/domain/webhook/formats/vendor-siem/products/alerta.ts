import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alert of Alerta, which gathers those of others. */
export const alerta: Product = {
  id: 'alerta',
  name: 'Alerta',
  source: 'https://docs.alerta.io/api/alert.html; alerta/alerta, alerta/models/alarms/alerta.py',
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
    }),
  ],
  time: ['createTime', 'receiveTime', 'lastReceiveTime'],
  systems: ['resource'],
  identity: {
    of: idAnd(['id', 'event'], 'environment', 'resource', 'createTime'),
    why: 'Not shared: a UUID for each alert, which its duplicates and changes repeat. Before Alerta has received it, an alert has none: environment, resource, event and time.',
  },
  state: [
    ...['normal', 'ok', 'cleared'].map((word) => when('severity', [word], 'resolved')),
    when('status', ['shelved', 'blackout'], 'suppressed'),
    when('status', ['expired'], 'closed'),
    status('status'),
  ],
}
