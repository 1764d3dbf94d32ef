import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id, idAnd } from '../identity.ts'
import { type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { status, when } from '../state.ts'

/**
 * An alert in the audit log of Microsoft 365: of an alert policy, a data loss prevention policy, or Defender for Cloud Apps.
 */
export const microsoft365Alert: Product = {
  id: 'microsoft_365_alert',
  name: 'Microsoft 365',
  source:
    'https://learn.microsoft.com/office/office-365-management-api/office-365-management-activity-api-schema#security-and-compliance-alerts-schema; SEKOIA-IO/intake-formats, Office 365/o365/tests',
  forms: [
    [is('Workload', 'SecurityComplianceCenter'), has('AlertId'), has('Name'), has('PolicyId')],
    [is('Operation', 'DlpRuleMatch', 'DlpRuleUndo'), has('PolicyDetails.PolicyName'), has('Workload')],
    [is('Workload', 'MCAS'), has('AlertDisplayName'), has('AlertSeverity'), has('AlertUri')],
    [is('Operation', 'AirInvestigationData'), has('InvestigationId'), has('InvestigationName')],
  ],
  title: [
    { path: 'InvestigationName', of: nameOfInvestigation },
    'Name',
    'AlertDisplayName',
    'DLP policy matched: {PolicyDetails.PolicyName}',
  ],
  description: ['AlertDescription', '{Category}: {Comments}', 'Category'],
  severity: [word('Severity', 'AlertSeverity', 'PolicyDetails.Rules.Severity'), ofInvestigation],
  time: ['ActivityStartTime', 'StartTimeUtc', 'CreationTime'],
  identity: {
    of: identityOf,
    why: "The id is unique: 'the GUID of the alert' (schema, AlertId), or the address of an alert of Defender for Cloud Apps, which holds tenant and id. Further entities of the alert and its updates repeat it. A match of a DLP policy: the id of the incident and the policy, which the undoing repeats. An automated investigation: its id, which it repeats until it is done.",
  },
  state: [
    when('Status', ['FullyRemediated', 'Fully Remediated'], 'resolved'),
    when('Status', ['NoThreatsFound', 'No Threats Found', 'BenignTestFound'], 'passed'),
    status('Status'),
    when('Operation', ['DlpRuleUndo'], 'resolved'),
  ],
}

const byAlert = id('AlertId', 'AlertUri')
const byMatch = idAnd('IncidentId', 'PolicyDetails.PolicyId', 'PolicyDetails.PolicyName')
const byInvestigation = id('InvestigationId')

function identityOf(alert: unknown): string {
  if (has('InvestigationId').holds(alert)) return byInvestigation(alert)
  return has('IncidentId').holds(alert) ? byMatch(alert) : byAlert(alert)
}

/** Returns the name without the id at its end. */
function nameOfInvestigation(alert: unknown): string {
  return plainText(valueAt(alert, 'InvestigationName')).split(' - urn:')[0]!
}

/** Reads the severity of an investigation's alert, from JSON in a text. */
function ofInvestigation(alert: unknown): Level | null {
  const severity = /"Severity":\s?"(\w{1,20})"/.exec(plainText(valueAt(alert, 'Data')).slice(0, 5000))?.[1]
  return word('severity')({ severity })
}
