import { hashOfShared, id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { status, when } from '../state.ts'
import { ofServiceHealth } from './azure-service-health.ts'

/** The categories of Azure's activity log that hold alerts. The others hold actions of administrators. */
const CATEGORIES = ['Security', 'Alert', 'ServiceHealth', 'ResourceHealth']

/**
 * An entry of Azure's activity log about an alert, from its API or a diagnostic setting. The level is not that of the alert.
 */
export const azureActivityLog: Product = {
  id: 'azure_activity_log',
  name: 'Azure activity log',
  source:
    'https://learn.microsoft.com/azure/azure-monitor/platform/activity-log-schema; SEKOIA-IO/intake-formats, Azure/azure-activity-logs/tests',
  forms: [
    [is('category.value', ...CATEGORIES), has('eventDataId'), has('operationName.value')],
    [
      ...[is('category', ...CATEGORIES), has('operationName'), has('resourceId')],
      hasOneOf('properties.eventName', 'properties.eventDataId', 'properties.eventProperties'),
    ],
  ],
  title: [
    ...['properties.RuleName', 'properties.title', 'properties.eventProperties.title', 'eventName.value'],
    ...['properties.eventName', 'description', 'properties.description'],
  ],
  description: ['description', 'properties.description', 'properties.communication'],
  severity: [word('properties.Severity', 'properties.eventProperties.severity')],
  time: ['eventTimestamp', 'time', 'submissionTimestamp'],
  systems: ['properties.compromisedEntity', 'properties.eventProperties.compromisedEntity', 'resourceId'],
  identity: {
    of: id('eventDataId', 'properties.eventDataId'),
    closes: hashOfShared('properties.RuleUri', 'properties.RuleName', 'properties.trackingId', 'resourceId'),
    why: "The id is unique: the 'unique identifier of an event' (schema, eventDataId). The end is an entry with another id: it finds its alert by rule and resource.",
  },
  state: [
    status('status.value', 'properties.status', 'resultType'),
    ...ofServiceHealth('properties'),
    when('properties.currentHealthStatus', ['Available'], 'resolved'),
  ],
}
