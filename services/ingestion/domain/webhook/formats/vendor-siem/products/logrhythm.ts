import { idAnd } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'
import { status, when } from '../state.ts'

/**
 * The three bands of the risk number, "from 1 to 100": gray less than 50, orange from 50 to 90, red more than 90 (Alarm cards).
 */
const RISKS = { low: 1, medium: 50, high: 91 } as const

/** An alarm of LogRhythm, as its alarm API gives it. */
export const logRhythm: Product = {
  id: 'logrhythm',
  name: 'LogRhythm',
  source:
    'Google SecOps SOAR documentation, LogRhythm, "Get Alarm Details"; LogRhythm SIEM, alarm API; risk numbers: https://docs.logrhythm.com/lrsiem/docs/alarm-cards',
  forms: [
    [
      numeric('alarmId'),
      has('alarmRuleName'),
      has('alarmDate'),
      hasOneOf('alarmStatusName', 'entityName', 'rbpMax'),
    ],
  ],
  title: ['alarmRuleName'],
  description: ['alarmEventsDetails.commonEventName', 'entityName'],
  severity: [scale('rbpMax', RISKS)],
  time: ['alarmDate', 'dateInserted'],
  systems: ['alarmEventsDetails.impactedHostName', 'alarmEventsDetails.originHostName', 'entityName'],
  identity: {
    of: idAnd('alarmId', 'entityId', 'alarmRuleName', 'alarmDate'),
    why: 'The id is not unique: each installation counts its own numbers. Identity: id, entity, rule and the time of the alarm. A change of its status repeats them.',
  },
  state: [when('alarmStatusName', ['Closed False Alarm'], 'false_positive'), status('alarmStatusName')],
}
