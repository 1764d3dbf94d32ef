import { hashOf } from './identity.ts'
import { codes } from './levels.ts'
import type { Product } from './product.ts'
import { has, is } from './recognition.ts'
import { status } from './state.ts'

/** Sev0 critical, Sev1 error, Sev2 warning, Sev3 informational, Sev4 verbose (alerts overview, "Alert severity"). */
const SEVERITIES = { sev0: 'critical', sev1: 'high', sev2: 'medium', sev3: 'low', sev4: 'low' } as const

/** An alert of Azure Monitor in the common alert schema. */
export const azureMonitor: Product = {
  id: 'azure_monitor',
  name: 'Azure Monitor',
  source: 'https://learn.microsoft.com/azure/azure-monitor/alerts/alerts-common-schema',
  forms: [
    [is('schemaId', 'azureMonitorCommonAlertSchema'), has('data.essentials.alertId')],
    [has('essentials.alertId'), has('essentials.monitorCondition')],
  ],
  title: ['data.essentials.alertRule', 'essentials.alertRule'],
  description: ['data.essentials.description', 'essentials.description'],
  severity: [codes('data.essentials.severity', SEVERITIES), codes('essentials.severity', SEVERITIES)],
  time: ['data.essentials.firedDateTime', 'essentials.firedDateTime'],
  systems: ['data.essentials.configurationItems', 'essentials.configurationItems'],
  identity: {
    of: hashOf(
      ...[
        'data.essentials.alertId',
        'data.essentials.firedDateTime',
        'essentials.alertId',
        'essentials.firedDateTime',
      ],
    ),
    why: "Not shared: 'the unique resource ID that identifies the alert instance' (common schema, alertId); the time it fired is added for rules without state, and a resolution repeats both.",
  },
  state: [status('data.essentials.monitorCondition', 'essentials.monitorCondition')],
}
