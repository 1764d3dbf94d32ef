import { hashOf, hashOfShared } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, lacks } from '../recognition.ts'
import { status, when } from '../state.ts'
import { ofServiceHealth } from './azure-service-health.ts'

/** 0 critical, 1 error, 2 warning, 3 informational, 4 verbose, as in the common schema (azure-monitor.ts). */
const SEVERITIES = { 0: 'critical', 1: 'high', 2: 'medium', 3: 'low', 4: 'low' } as const

/** An alert of Azure Monitor in the schemas before the common one: metric, activity log, log search and budget alerts. */
export const azureMonitorClassic: Product = {
  id: 'azure_monitor_classic',
  name: 'Azure Monitor',
  source:
    'https://learn.microsoft.com/azure/azure-monitor/alerts/alerts-non-common-schema-definitions; https://learn.microsoft.com/azure/azure-monitor/alerts/alerts-log-webhook',
  forms: [
    [is('schemaId', 'AzureMonitorMetricAlert'), has('data.context')],
    [is('schemaId', 'Microsoft.Insights/activityLogs'), has('data.context.activityLog')],
    [is('schemaId', 'Microsoft.Insights/LogAlert'), has('data.AlertRuleName')],
    [has('AlertRuleName'), has('SearchQuery'), has('SearchIntervalEndtimeUtc')],
    [is('schemaId', 'AIP Budget Notification'), has('data.BudgetName')],
    // A classic metric alert, which has no schemaId.
    [
      has('context.conditionType'),
      has('context.condition'),
      has('context.resourceId'),
      has('status'),
      lacks('data'),
    ],
  ],
  title: [
    ...['data.context.name', 'data.AlertRuleName', 'data.context.activityLog.properties.title'],
    'data.context.activityLog.operationName',
    'AlertRuleName',
    'context.name',
    'Budget {data.BudgetName}',
  ],
  description: [
    ...['data.context.description', 'data.Description', 'data.SearchQuery', 'Description', 'SearchQuery'],
    'context.description',
    '{data.SpendingAmount} of {data.Budget} {data.Unit}',
  ],
  severity: [
    codes('data.context.severity', SEVERITIES),
    codes('data.Severity', SEVERITIES),
    codes('Severity', SEVERITIES),
    codes('context.severity', SEVERITIES),
    word('data.Severity', 'data.context.activityLog.level', 'Severity'),
  ],
  time: [
    ...['data.context.timestamp', 'data.context.activityLog.eventTimestamp'],
    'data.SearchIntervalEndtimeUtc',
    'SearchIntervalEndtimeUtc',
    'context.timestamp',
  ],
  systems: [
    'context.resourceName',
    'data.context.resourceName',
    'data.context.activityLog.resourceId',
    'data.AffectedConfigurationItems',
  ],
  identity: {
    of: (alert) => budget(alert) ?? bare(alert) ?? classic(alert) ?? ofFiring(alert),
    closes: (alert) => {
      if (has('AlertRuleName').holds(alert) || has('data.BudgetName').holds(alert)) return null
      return has('context.conditionType').holds(alert) ? ofClassicRule(alert) : ofRule(alert)
    },
    why: 'The id is not unique: it is the rule’s. Identity: rule, resource, dimensions and the time of the evaluation. The event of an activity log has a unique id. The deactivation finds its alert by rule, resource and dimensions.',
  },
  state: [
    status('data.status'),
    status('status'),
    // Service Health and Resource Health report an end by another activated alert.
    ...ofServiceHealth('data.context.activityLog.properties'),
    when('data.context.activityLog.properties.currentHealthStatus', ['Available'], 'resolved'),
  ],
}

const ofFiring = hashOf(
  ...['data.context.id', 'data.context.timestamp', 'data.context.resourceId', 'data.status'],
  ...['data.context.condition.allOf.dimensions', 'data.context.activityLog.eventDataId'],
  ...['data.SubscriptionId', 'data.WorkspaceId', 'data.AlertRuleName', 'data.SearchIntervalEndtimeUtc'],
)
const ofRule = hashOfShared(
  ...['data.context.id', 'data.context.resourceId', 'data.context.condition.allOf.dimensions'],
  ...['data.context.activityLog.eventDataId', 'data.WorkspaceId', 'data.AlertRuleName'],
)

/** A log alert that is sent without the envelope. */
const ofBare = hashOf('SubscriptionId', 'WorkspaceId', 'AlertRuleName', 'SearchIntervalEndtimeUtc')
const bare = (alert: unknown) => (has('AlertRuleName').holds(alert) ? ofBare(alert) : null)

const ofClassic = hashOf('context.id', 'context.resourceId', 'context.timestamp', 'status')
const ofClassicRule = hashOfShared('context.id', 'context.resourceId')
const classic = (alert: unknown) => (has('context.conditionType').holds(alert) ? ofClassic(alert) : null)

/** A budget alert has neither a time nor an id. The amount spent tells two of them apart. */
const ofBudget = hashOf(
  ...['data.SubscriptionId', 'data.ResourceGroup', 'data.BudgetName', 'data.BudgetStartDate'],
  ...['data.NotificationThresholdAmount', 'data.SpendingAmount'],
)
const budget = (alert: unknown) => (has('data.BudgetName').holds(alert) ? ofBudget(alert) : null)
