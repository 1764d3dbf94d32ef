import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'
import { when } from '../state.ts'
import { classTitle } from './class-words.ts'

/** An incident of FortiSIEM, as its incident API gives it. */
export const fortiSiem: Product = {
  id: 'fortisiem',
  name: 'FortiSIEM',
  source: 'FortiSIEM API guide, incidents (POST /phoenix/rest/pub/incident)',
  forms: [
    [
      ...[numeric('incidentId'), has('eventSeverityCat'), has('incidentFirstSeen')],
      hasOneOf('incidentTitle', 'eventName', 'eventType'),
    ],
  ],
  // A title can hold a variable that the rule did not fill in, such as `$computer`.
  title: [{ path: 'incidentTitle', part: /^([^$]+)$/ }, 'eventName', 'incidentTitle'],
  titleStandIn: [classTitle('FortiSIEM', 'eventType', /^PH_(?:RULE_)?/), 'FortiSIEM incident {incidentId}'],
  description: ['incidentDetail', '{eventType}: {incidentTarget}', 'incidentTarget'],
  severity: [word('eventSeverityCat')],
  time: ['incidentFirstSeen', 'incidentLastSeen'],
  systems: ['incidentRptDevName'],
  identity: {
    of: idAnd('incidentId', 'customer', 'incidentFirstSeen'),
    why: 'The id is not unique: each installation counts its incidents. Identity: number, customer and the time it was first seen. Further events and the clearing repeat them.',
  },
  state: [
    when('incidentReso', [3, 'False Positive'], 'false_positive'),
    // 1 cleared automatically, 2 by a person, 3 by the system.
    when(
      'incidentStatus',
      [1, 2, 3, 'Cleared', 'Auto Cleared', 'Manually Cleared', 'System Cleared'],
      'closed',
    ),
  ],
}
