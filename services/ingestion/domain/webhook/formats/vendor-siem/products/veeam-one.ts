import { idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** A triggered alarm of Veeam ONE. Its status is its grade as long as it is open. */
export const veeamOne: Product = {
  id: 'veeam_one',
  name: 'Veeam ONE',
  source: 'demisto/content, Packs/Veeam/Integrations/VeeamONERESTAPI/test_data/get_triggered_alarms.json',
  forms: [[has('triggeredAlarmId'), has('alarmTemplateId'), has('triggeredTime'), has('status')]],
  title: ['{name}: {alarmAssignment.objectName}', 'name'],
  description: ['description', 'comment'],
  severity: [codes('status', { error: 'high', warning: 'medium', info: 'informational' })],
  time: ['triggeredTime'],
  systems: ['alarmAssignment.objectName'],
  identity: {
    of: idAnd(
      'triggeredAlarmId',
      'alarmTemplateId',
      'alarmAssignment.objectId',
      'alarmAssignment.objectName',
    ),
    why: 'The id is not unique: each server counts its alarms. Identity: number, template and object. A repetition and the resolution repeat them.',
  },
  state: [status('status')],
}
