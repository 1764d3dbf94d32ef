import { idAnd } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status } from '../state.ts'

/** An alert of Lacework FortiCNAPP: the object of its API, and what its webhook alert channel sends. */
export const lacework: Product = {
  id: 'lacework',
  name: 'Lacework FortiCNAPP',
  source:
    'https://docs.fortinet.com/document/forticnapp/latest/administration-guide/webhook; SEKOIA-IO/intake-formats, Lacework/lacework-cloud-security/tests',
  forms: [
    [has('alertId'), has('alertType'), has('severity'), hasOneOf('alertInfo', 'alertName')],
    [has('lacework_account'), hasOneOf('event_title', 'event_type')],
  ],
  title: ['alertName', 'event_title', 'alertInfo.subject', 'alertType', 'event_type'],
  description: ['alertInfo.description', 'alertInfo.subject', 'event_description'],
  severity: [
    word('severity', 'event_severity'),
    codes('event_severity', { 1: 'critical', 2: 'high', 3: 'medium', 4: 'low', 5: 'informational' }),
  ],
  time: ['startTime', 'event_timestamp'],
  identity: {
    of: (alert) => idOfAlert(alert),
    why: 'The id is not unique: each account counts its own numbers. Identity: id and account; where the account is absent, id, type and start. A change of its status repeats them.',
  },
  state: [status('status')],
}

const idOfAlert = (alert: unknown): string =>
  has('lacework_account').holds(alert) ? ofChannel(alert) : ofApi(alert)
const ofChannel = idAnd('event_id', 'lacework_account')
const ofApi = idAnd('alertId', 'alertType', 'startTime')
