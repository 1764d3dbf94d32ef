import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status, when } from '../state.ts'

/** An alarm of SOCRadar. */
export const socRadar: Product = {
  id: 'socradar',
  name: 'SOCRadar',
  source: 'panther-labs/panther-analysis, rules/socradar_rules',
  forms: [[has('alarm_id'), has('alarm_risk_level'), has('alarm_type_details.alarm_main_type')]],
  title: [
    '{alarm_type_details.alarm_main_type}: {alarm_type_details.alarm_sub_type}',
    'alarm_type_details.alarm_main_type',
  ],
  description: ['alarm_text'],
  severity: [word('alarm_risk_level')],
  time: ['date', 'notification_date'],
  systems: ['alarm_asset'],
  identity: {
    of: id('alarm_id'),
    why: 'The id is unique: the number of the alarm. A change of its status repeats it. The notification has a number of its own, which is not read.',
  },
  state: [
    when('status', ['MITIGATED'], 'resolved'),
    when('status', ['PROCESSED_INTERNALLY'], 'closed'),
    status('status'),
  ],
}
