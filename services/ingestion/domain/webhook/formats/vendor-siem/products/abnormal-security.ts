import { valueAt } from '../../../fields.ts'
import { id, idAnd } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { when } from '../state.ts'

/** A case, or a message that belongs to a threat, of Abnormal Security. A message is not graded. */
export const abnormalSecurity: Product = {
  id: 'abnormal_security',
  name: 'Abnormal Security',
  source:
    'https://app.swaggerhub.com/apis/abnormal-security/abx/; elastic/integrations, packages/abnormal_security, data streams case and threat; rapid7/insightconnect-plugins, plugins/abnormal_security',
  forms: [
    [has('caseId'), has('affectedEmployee'), hasOneOf('severity_level', 'case_status', 'analysis')],
    // An earlier version of the API says what happened as the severity.
    [has('caseId'), has('affectedEmployee'), has('firstObserved'), has('severity')],
    [has('threatId'), hasOneOf('abxMessageIdStr', 'abxMessageId'), has('attackType')],
  ],
  title: ['{severity} of {affectedEmployee}', '{attackType} to {recipientAddress}: {subject}', 'attackType'],
  titleStandIn: ['Abnormal Security case {caseId}'],
  description: ['analysis', 'summaryInsights', 'attackStrategy'],
  severity: [word('severity_level')],
  time: ['firstObserved', 'customerVisibleTime', 'receivedTime', 'sentTime'],
  systems: ['affectedEmployee', 'recipientAddress'],
  identity: {
    of: (alert) => (valueAt(alert, 'caseId') === undefined ? ofMessage(alert) : ofCase(alert)),
    why: 'The id of a message is unique; threatId is not: the messages of a campaign share it. Senders round a message id that is a number, so such an id gets message, recipient and time. The id of a case is not unique: it is a number. Identity of a case: id, employee and the time it was first seen. A change of its status keeps them.',
  },
  state: [
    when('case_status', ['Acknowledged (Not an attack)'], 'false_positive'),
    when('case_status', ['Acknowledged (Attack resolved)'], 'resolved'),
  ],
}

const byText = id('abxMessageIdStr')
const byNumber = idAnd('abxMessageId', 'internetMessageId', 'recipientAddress', 'receivedTime')
const ofMessage = (alert: unknown): string =>
  valueAt(alert, 'abxMessageIdStr') === undefined ? byNumber(alert) : byText(alert)
const ofCase = idAnd('caseId', 'affectedEmployee', 'firstObserved')
