import { id } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of VIANOPS: drift or falling performance of a model. */
export const vianops: Product = {
  id: 'vianops',
  name: 'VIANOPS',
  source: 'https://docs.vianops.ai/2.2/api-alerts.html',
  forms: [
    [
      ...[has('policy_uuid'), has('uuid'), has('trigger_metric'), has('status')],
      is('type', 'drift', 'model_performance'),
    ],
  ],
  title: ['{type} of policy {policy_uuid}: {trigger_metric} is {trigger_value}', '{type}: {trigger_metric}'],
  severity: [codes('severity', { 1: 'medium', 2: 'critical' })],
  time: ['created_ts'],
  systems: ['policy_uuid'],
  identity: {
    of: id('uuid'),
    why: "The id is unique: the 'unique ID assigned to this alert'. Its resolution repeats it.",
  },
  state: [status('status')],
}
