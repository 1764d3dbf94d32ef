import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status, when } from '../state.ts'
import { ofServiceHealth } from './azure-service-health.ts'

/** Sev0 critical, Sev1 error, Sev2 warning, Sev3 informational, Sev4 verbose (alerts overview, "Alert severity"). */
const SEVERITIES = { sev0: 'critical', sev1: 'high', sev2: 'medium', sev3: 'low', sev4: 'low' } as const

/** An alert of Azure Monitor in the common alert schema, and the resource of its REST API. */
export const azureMonitor: Product = {
  id: 'azure_monitor',
  name: 'Azure Monitor',
  source: 'https://learn.microsoft.com/azure/azure-monitor/alerts/alerts-common-schema',
  forms: [
    [is('schemaId', 'azureMonitorCommonAlertSchema'), has('data.essentials.alertId')],
    [has('essentials.alertId'), has('essentials.monitorCondition')],
    [is('type', 'Microsoft.AlertsManagement/alerts'), has('properties.essentials'), has('id')],
  ],
  title: [
    ...['data.essentials.alertRule', 'essentials.alertRule', 'properties.essentials.alertRule'],
    'Budget {data.alertContext.AlertData.BudgetName}',
  ],
  titleStandIn: ['data.essentials.description', 'name', 'Azure Monitor alert {data.essentials.alertId}'],
  description: ['data.essentials.description', 'essentials.description', 'properties.essentials.description'],
  severity: [
    codes('data.essentials.severity', SEVERITIES),
    codes('essentials.severity', SEVERITIES),
    codes('properties.essentials.severity', SEVERITIES),
  ],
  time: [
    ...['data.essentials.firedDateTime', 'essentials.firedDateTime'],
    'properties.essentials.startDateTime',
  ],
  systems: [
    ...['data.essentials.configurationItems', 'essentials.configurationItems'],
    'properties.essentials.targetResourceName',
  ],
  identity: {
    of: (alert) => (has('properties.essentials').holds(alert) ? ofResource(alert) : ofNotification(alert)),
    why: "The id is unique: 'the unique resource ID that identifies the alert instance' (common schema, alertId). Identity: id and the time it fired, which is added for rules without state. The resolution repeats both.",
  },
  state: [
    status('data.essentials.monitorCondition', 'essentials.monitorCondition'),
    status('properties.essentials.monitorCondition', 'properties.essentials.alertState'),
    // Service Health and Resource Health report an end by another alert, which is also `Fired`.
    ...ofServiceHealth('data.alertContext.properties'),
    when('data.alertContext.properties.currentHealthStatus', ['Available'], 'resolved'),
  ],
}

const ofNotification = hashOf(
  ...['data.essentials.alertId', 'data.essentials.firedDateTime'],
  ...['essentials.alertId', 'essentials.firedDateTime'],
)
const ofResource = hashOf('id', 'properties.essentials.startDateTime')
