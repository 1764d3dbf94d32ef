import { id } from '../identity.ts'
import { scale } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, numeric } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Nozomi Networks Vantage. */
export const nozomi: Product = {
  id: 'nozomi',
  name: 'Nozomi Networks',
  source: 'SEKOIA-IO/intake-formats, Nozomi/nozomi-vantage/tests; Nozomi Networks OpenAPI, alerts',
  forms: [[is('event_type', 'alerts'), has('type_name'), numeric('severity'), has('id')]],
  title: ['name', 'type_name'],
  description: ['description', 'type_name'],
  severity: [scale('severity', { low: 0, medium: 4, high: 7, critical: 9 })],
  time: ['time', 'created_time'],
  systems: ['label_dst', 'id_dst'],
  identity: {
    of: id('id'),
    why: 'Not shared: a UUID for each alert; a change of its status keeps it.',
  },
  state: [status('status')],
}
