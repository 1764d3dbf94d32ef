import { valueAt } from '../../../fields.ts'
import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/**
 * A case, a message that belongs to a threat, a case about a vendor, or a campaign that was reported to the abuse mailbox, of Abnormal
 * Security. Only the first is graded.
 */
export const abnormalSecurity: Product = {
  id: 'abnormal_security',
  name: 'Abnormal Security',
  source:
    'https://app.swaggerhub.com/apis/abnormal-security/abx/; elastic/integrations, packages/abnormal_security, data streams case and threat; rapid7/insightconnect-plugins, plugins/abnormal_security; demisto/content, Packs/AbnormalSecurity/Integrations/AbnormalSecurity/test_data',
  forms: [
    [has('caseId'), has('affectedEmployee'), hasOneOf('severity_level', 'case_status', 'analysis')],
    // An earlier version of the API says what happened as the severity.
    [has('caseId'), has('affectedEmployee'), has('firstObserved'), has('severity')],
    [hasOneOf('abxMessageIdStr', 'abxMessageId'), has('attackType')],
    // A list of cases gives less of each.
    [has('caseId'), has('description'), has('severity_level'), has('last_modified')],
    [has('vendorCaseId'), has('vendorDomain'), hasOneOf('firstObservedTime', 'lastModifiedTime')],
    [has('campaignId'), has('judgementStatus'), has('overallStatus'), hasOneOf('subject', 'attackType')],
  ],
  title: [
    '{severity} of {affectedEmployee}',
    '{description}: {affectedEmployee}',
    '{attackType} to {recipientAddress}: {subject}',
    'attackType',
    'Vendor case: {vendorDomain}',
    'subject',
    'description',
  ],
  titleStandIn: ['Abnormal Security case {caseId}'],
  description: ['analysis', 'summaryInsights', 'attackStrategy', 'insights.description', 'overallStatus'],
  severity: [word('severity_level')],
  time: [
    'firstObserved',
    'customerVisibleTime',
    'receivedTime',
    'sentTime',
    'firstObservedTime',
    'firstReported',
  ],
  systems: ['affectedEmployee', 'recipientAddress'],
  identity: {
    of: (alert) => {
      if (IS_MESSAGE.holds(alert)) return ofMessage(alert)
      if (valueAt(alert, 'caseId') !== undefined) return ofCase(alert)
      return valueAt(alert, 'vendorCaseId') === undefined ? ofCampaign(alert) : ofVendorCase(alert)
    },
    why: 'The id of a message is unique; threatId is not: the messages of a campaign share it. Senders round a message id that is a number, so such an id gets message, recipient and time. The id of a case is not unique: it is a number. Identity of a case: id, employee and the time it was first seen. A change of its status keeps them. Identity of a listed case: number and description. Identity of a case about a vendor: id, domain and the time it was first seen. The id of a campaign is unique (a UUID).',
  },
  state: [
    when('case_status', ['Acknowledged (Not an attack)'], 'false_positive'),
    // Most messages that people report are harmless.
    when('judgementStatus', ['Safe'], 'false_positive'),
    when('overallStatus', ['No Action Needed'], 'closed'),
    when('case_status', ['Acknowledged (Attack resolved)'], 'resolved'),
  ],
}

const IS_MESSAGE = hasOneOf('abxMessageIdStr', 'abxMessageId')
const byText = id('abxMessageIdStr')
const byNumber = idAnd('abxMessageId', 'internetMessageId', 'recipientAddress', 'receivedTime')
const ofMessage = (alert: unknown): string =>
  valueAt(alert, 'abxMessageIdStr') === undefined ? byNumber(alert) : byText(alert)
const ofCase = (alert: unknown): string =>
  valueAt(alert, 'affectedEmployee', 'firstObserved') === undefined ? ofListedCase(alert) : ofWholeCase(alert)
const ofWholeCase = idAnd('caseId', 'affectedEmployee', 'firstObserved')
const ofListedCase = idAnd('caseId', 'description')
const ofVendorCase = idAnd('vendorCaseId', 'vendorDomain', 'firstObservedTime')
const ofCampaign = id('campaignId')
