import { valueAt } from '../../../fields.ts'
import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { reasonOfEnd, status } from '../state.ts'

/**
 * A security alert of Azure: Defender for Cloud's workflow automation and REST resource, and rows of the table
 * SecurityAlert, to which Sentinel and the Defender products write.
 */
export const microsoftSecurityAlert: Product = {
  id: 'microsoft_security_alert',
  name: 'Microsoft security alert',
  source: 'https://learn.microsoft.com/azure/sentinel/security-alert-schema',
  forms: [
    [has('SystemAlertId'), hasOneOf('AlertDisplayName', 'DisplayName', 'AlertName', 'AlertType')],
    [has('properties.systemAlertId'), hasOneOf('properties.alertDisplayName', 'properties.displayName')],
    [is('Type', 'SecurityAlert'), hasOneOf('DisplayName', 'AlertName')],
    [is('type', 'Microsoft.Security/Locations/alerts', 'Microsoft.Security/alerts'), has('properties')],
    [has('VendorOriginalId'), hasOneOf('DisplayName', 'AlertName'), hasOneOf('AlertSeverity', 'Severity')],
  ],
  title: [
    ...['AlertDisplayName', 'DisplayName', 'AlertName'],
    ...['properties.alertDisplayName', 'properties.displayName', 'AlertType'],
  ],
  description: ['Description', 'properties.description'],
  severity: [word('AlertSeverity', 'Severity', 'properties.severity')],
  sourceSystem: productName,
  time: [
    ...[
      'StartTimeUtc',
      'StartTime',
      'properties.startTimeUtc',
      'TimeGenerated',
      'properties.timeGeneratedUtc',
    ],
    ...['ProcessingEndTime', 'EndTime'],
  ],
  systems: ['CompromisedEntity', 'properties.compromisedEntity'],
  identity: {
    of: id('SystemAlertId', 'properties.systemAlertId', 'VendorOriginalId', 'id', 'name'),
    why: "The id is unique: 'internal unique ID of the alert for the provider' (security alert schema, SystemAlertId). Each row about an alert repeats it.",
  },
  state: [
    status('Status', 'AlertStatus', 'properties.status'),
    reasonOfEnd(status('Classification'), 'Status', 'AlertStatus', 'properties.status'),
  ],
}

function productName(alert: unknown): unknown {
  return valueAt(alert, 'ProductName', 'properties.productName', 'properties.productDisplayName')
}
