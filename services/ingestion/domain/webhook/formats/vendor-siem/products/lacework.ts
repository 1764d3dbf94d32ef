import { idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Lacework FortiCNAPP: the object of its API, and what its alert channels for webhooks and for Datadog send. */
export const lacework: Product = {
  id: 'lacework',
  name: 'Lacework FortiCNAPP',
  source:
    'https://docs.fortinet.com/document/forticnapp/latest/administration-guide/webhook; SEKOIA-IO/intake-formats, Lacework/lacework-cloud-security/tests; DataDog/integrations-extras, lacework/assets/logs',
  forms: [
    [has('alertId'), has('alertType'), has('severity'), hasOneOf('alertInfo', 'alertName')],
    [has('lacework_account'), hasOneOf('event_title', 'event_type')],
    [has('lw_severity'), has('details.EVENT_ID'), has('details.EVENT_TYPE')],
  ],
  title: [
    'alertName',
    'event_title',
    'alertInfo.subject',
    'alertType',
    'event_type',
    'details.EVENT_NAME',
    'title',
  ],
  description: ['alertInfo.description', 'alertInfo.subject', 'event_description', 'details.SUMMARY'],
  severity: [
    word('lw_severity', 'severity', 'event_severity'),
    codes('event_severity', { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low', 5: 'informational' }),
  ],
  time: ['startTime', 'event_timestamp', 'details.START_TIME'],
  identity: {
    of: (alert) => idOfAlert(alert),
    why: 'The id is not unique: each account counts its own numbers. Identity: id and account; where the account is absent, id, type, start and address. A change of its status repeats them.',
  },
  state: [status('status')],
}

const idOfAlert = (alert: unknown): string =>
  has('lacework_account').holds(alert)
    ? ofChannel(alert)
    : has('lw_severity').holds(alert)
      ? ofLog(alert)
      : ofApi(alert)
const ofChannel = idAnd('event_id', 'lacework_account')
const ofApi = idAnd('alertId', 'alertType', 'startTime')
// The link names the account.
const ofLog = idAnd('details.EVENT_ID', 'link', 'details.EVENT_TYPE', 'details.START_TIME')
