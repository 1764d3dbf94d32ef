import { id } from './identity.ts'
import { word } from './levels.ts'
import type { Product } from './product.ts'
import { has, is } from './recognition.ts'
import { status } from './state.ts'

/** An alert as an entry of the audit log of Microsoft 365: of an alert policy, or of Defender for Cloud Apps. */
export const microsoft365Alert: Product = {
  id: 'microsoft_365_alert',
  name: 'Microsoft 365',
  source:
    'https://learn.microsoft.com/office/office-365-management-api/office-365-management-activity-api-schema#security-and-compliance-alerts-schema; SEKOIA-IO/intake-formats, Office 365/o365/tests',
  forms: [
    [is('Workload', 'SecurityComplianceCenter'), has('AlertId'), has('Name'), has('PolicyId')],
    [is('Workload', 'MCAS'), has('AlertDisplayName'), has('AlertSeverity'), has('AlertUri')],
  ],
  title: ['Name', 'AlertDisplayName'],
  description: ['AlertDescription', '{Category}: {Comments}', 'Category'],
  severity: [word('Severity', 'AlertSeverity')],
  time: ['ActivityStartTime', 'CreationTime'],
  identity: {
    of: id('AlertId', 'AlertUri'),
    why: "Not shared: 'the GUID of the alert' (schema, AlertId), and the address of an alert of Defender for Cloud Apps, which holds tenant and id. Further entities of the alert and its updates repeat them.",
  },
  state: [status('Status')],
}
