import { idAnd } from './identity.ts'
import type { Product } from './product.ts'
import { has, hasOneOf, numeric } from './recognition.ts'
import { status, when } from './state.ts'

/** An alarm of LogRhythm, as its alarm API gives it. Its risk is a number without published bands. */
export const logRhythm: Product = {
  id: 'logrhythm',
  name: 'LogRhythm',
  source: 'Google SecOps SOAR documentation, LogRhythm, "Get Alarm Details"; LogRhythm SIEM, alarm API',
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
  severity: [],
  time: ['alarmDate', 'dateInserted'],
  systems: ['alarmEventsDetails.impactedHostName', 'alarmEventsDetails.originHostName', 'entityName'],
  identity: {
    of: idAnd('alarmId', 'entityId', 'alarmRuleName', 'alarmDate'),
    why: 'Shared by installations: a number that each counts. The entity, the rule and the time of the alarm are added; a change of its status keeps them.',
  },
  state: [when('alarmStatusName', ['Closed False Alarm'], 'false_positive'), status('alarmStatusName')],
}
