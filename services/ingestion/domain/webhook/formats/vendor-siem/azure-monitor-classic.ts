import { hashOf } from './identity.ts'
import { codes, word } from './levels.ts'
import type { Product } from './product.ts'
import { has, is } from './recognition.ts'
import { status } from './state.ts'

/** 0 critical, 1 error, 2 warning, 3 informational, 4 verbose, as in the common schema (azure-monitor.ts). */
const SEVERITIES = { 0: 'critical', 1: 'high', 2: 'medium', 3: 'low', 4: 'low' } as const

/** An alert of Azure Monitor in the schemas of before the common one: metric, activity log and log search alerts. */
export const azureMonitorClassic: Product = {
  id: 'azure_monitor_classic',
  name: 'Azure Monitor',
  source:
    'https://learn.microsoft.com/azure/azure-monitor/alerts/alerts-non-common-schema-definitions; https://learn.microsoft.com/azure/azure-monitor/alerts/alerts-log-webhook',
  forms: [
    [is('schemaId', 'AzureMonitorMetricAlert'), has('data.context')],
    [is('schemaId', 'Microsoft.Insights/activityLogs'), has('data.context.activityLog')],
    [is('schemaId', 'Microsoft.Insights/LogAlert'), has('data.AlertRuleName')],
  ],
  title: [
    ...['data.context.name', 'data.AlertRuleName', 'data.context.activityLog.properties.title'],
    'data.context.activityLog.operationName',
  ],
  description: ['data.context.description', 'data.Description', 'data.SearchQuery'],
  severity: [
    codes('data.context.severity', SEVERITIES),
    codes('data.Severity', SEVERITIES),
    word('data.Severity', 'data.context.activityLog.level'),
  ],
  time: [
    ...['data.context.timestamp', 'data.context.activityLog.eventTimestamp'],
    'data.SearchIntervalEndtimeUtc',
  ],
  systems: [
    'data.context.resourceName',
    'data.context.activityLog.resourceId',
    'data.AffectedConfigurationItems',
  ],
  identity: {
    of: hashOf(
      ...['data.context.id', 'data.context.timestamp', 'data.context.resourceId', 'data.status'],
      ...['data.context.condition.allOf.dimensions', 'data.context.activityLog.eventDataId'],
      ...['data.SubscriptionId', 'data.WorkspaceId', 'data.AlertRuleName', 'data.SearchIntervalEndtimeUtc'],
    ),
    closes: hashOf(
      ...['data.context.id', 'data.context.resourceId', 'data.context.condition.allOf.dimensions'],
      ...['data.context.activityLog.eventDataId', 'data.WorkspaceId', 'data.AlertRuleName'],
    ),
    why: 'Shared: the id is the rule’s. Rule, resource, dimensions and the time of the evaluation are one firing’s; the event of an activity log has an id of its own. The deactivation finds its alert by rule, resource and dimensions.',
  },
  state: [status('data.status')],
}
