import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { endedAt, status, when } from '../state.ts'

/** A change of an alert of ArcGIS Monitor. An event of its webhook names the resource, and its attributes have the alert. */
export const arcGisMonitor: Product = {
  id: 'arcgis_monitor',
  name: 'ArcGIS Monitor',
  source:
    'https://doc.arcgis.com/en/monitor/latest/get-started/windows/notification-webhook-payloads.htm; attributes: https://doc.arcgis.com/en/monitor/latest/get-started/linux/arcgis-monitor-information-model.htm, "Alerts"',
  forms: [
    [
      ...[is('resource', 'alerts'), is('operation', 'add', 'update', 'delete'), has('occurred_at')],
      hasOneOf('attributes.metric_id', 'attributes.component_id', 'attributes.opened_at'),
    ],
  ],
  title: ['Alert on {attributes.component_name}'],
  titleStandIn: ['ArcGIS Monitor alert {attributes.id}'],
  severity: [word('attributes.severity', 'attributes.status')],
  time: ['attributes.opened_at', 'attributes.created_at', 'occurred_at'],
  systems: ['attributes.component_name', 'attributes.component_address_internal'],
  identity: {
    of: idAnd('attributes.id', 'attributes.component_id', 'attributes.metric_id', 'attributes.opened_at'),
    why: 'The id is not unique: each installation counts its alerts. Identity: number, component, metric and the time it was opened. Changes and the closure repeat them.',
  },
  state: [
    endedAt('attributes.closed_at', 'resolved', 'attributes.status'),
    when('operation', ['delete'], 'closed'),
    status('attributes.status'),
  ],
}
