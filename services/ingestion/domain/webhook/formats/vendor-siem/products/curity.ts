import { hashOfSubject, idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** An alarm of the Curity Identity Server, in the flat format of its webhook. */
export const curity: Product = {
  id: 'curity',
  name: 'Curity',
  source:
    'https://curity.io/docs/idsvr/latest/system-admin-guide/alarms/alarm-handlers/webhook-alarm-handler.html',
  forms: [
    [
      ...[has('alarm_id'), has('alarm_type'), has('cleared'), has('brief_description')],
      ...[has('resource_type'), has('node_id')],
    ],
  ],
  title: ['brief_description', '{alarm_type} of {resource_id}'],
  description: ['detailed_description', 'suggested_actions'],
  severity: [codes('severity', { critical: 'critical', major: 'high', minor: 'medium', warning: 'low' })],
  time: ['last_updated'],
  systems: ['resource_id', 'node_id'],
  identity: {
    of: idAnd('alarm_id', 'node_id', 'severity', 'last_updated'),
    closes: hashOfSubject('alarm_id'),
    why: 'The id is not unique: it is that of the resource and the kind of alarm, and is the same whenever the alarm is raised again. Identity: id, node, severity and time of the change. The end finds its alarm by the id.',
  },
  state: [when('cleared', [true], 'resolved'), when('severity', ['cleared'], 'resolved')],
}
