import { valueAt } from '../../../fields.ts'
import { idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { hasOneOf, is } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/** An alert in Microsoft Sentinel's Advanced Security Information Model, into which parsers convert the alerts of any product. */
export const asimAlert: Product = {
  id: 'asim_alert',
  name: 'ASIM Alert Event',
  source:
    'https://learn.microsoft.com/azure/sentinel/normalization-schema-alert; Azure/Azure-Sentinel, Parsers/ASimAlertEvent/Parsers',
  forms: [[is('EventSchema', 'AlertEvent'), hasOneOf('AlertId', 'EventUid', 'AlertName', 'RuleName')]],
  title: ['AlertName', 'RuleName', 'Rule', 'ThreatName', 'EventMessage'],
  titleStandIn: ['Alert of {EventProduct}'],
  description: ['AlertDescription', 'EventMessage'],
  severity: [word('EventSeverity', 'EventOriginalSeverity', 'ThreatOriginalRiskLevel')],
  sourceSystem: (alert) => valueAt(alert, 'EventProduct', 'EventVendor'),
  time: ['EventStartTime', 'TimeGenerated', 'EventEndTime'],
  systems: ['DvcHostname', 'Hostname', 'Dvc'],
  identity: {
    of: idAnd(['AlertId', 'EventUid'], 'EventVendor', 'EventProduct'),
    why: 'The id is not unique: it comes from the product that raised the alert. Identity: id, vendor and product. A change of the status and further evidence keep them. The start is not part of it: parsers fill it with the time of each entry.',
  },
  state: [
    reasonOfEnd(when('AlertVerdict', ['False Positive', 'Benign Positive'], 'false_positive'), 'AlertStatus'),
    status('AlertStatus'),
  ],
}
