import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, hashOfShared, hashOfSubject, idAt, wholeAlert } from '../identity.ts'
import { ofEvent } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, like } from '../recognition.ts'
import { rule, when } from '../state.ts'

const CHANGED = /changed status to \w{1,20}$/i

/** A change of an alert on a query, from Databricks SQL, Redash or Apica Ascent. Only Apica Ascent grades it. */
export const sqlAlert: Product = {
  id: 'sql_alert',
  name: 'Databricks SQL or Redash',
  source:
    'https://learn.microsoft.com/azure/databricks/sql/user/alerts/webhook-payload; getredash/redash, redash/destinations/webhook.py',
  forms: [
    [is('event', 'alert_state_change'), hasOneOf('alert.id', 'alert.alert.id'), has('url_base')],
    // "Fields without values are omitted."
    [is('event', 'alert_state_change'), like('alert.title', CHANGED, '… changed status to …')],
    [is('event', 'alert_state_change'), has('alert.alert.name')],
  ],
  title: ['alert.alert.name', 'alert.name', 'alert.title'],
  description: ['alert.description', 'alert.title'],
  severity: [ofEvent('alert.severity', 'alert.options.severityType')],
  time: ['alert.last_triggered_at', 'alert.updated_at'],
  identity: {
    of: identityOf,
    closes: (alert) => (idAt(alert, IDS) === null ? ofName(alert) : ofRule(alert)),
    why: 'The id is not unique: it is that of the rule. Identity: rule and the time at which it was last triggered. Without a time, only the very delivery identifies a firing. Without an id, the content is the identity of a firing that has a time. The change back finds its alert by the rule.',
  },
  state: [
    when('alert.state', ['ok'], 'resolved'),
    when('alert.state', ['unknown'], 'informational'),
    rule(ofTitle),
  ],
}

/** Databricks has the state in the title: `Alert "Daily revenue" changed status to OK`. */
function ofTitle(alert: unknown): 'resolved' | 'informational' | null {
  const title = plainText(valueAt(alert, 'alert.title')).slice(-100).trim()
  const state = /changed status to (OK|UNKNOWN)$/i.exec(title)?.[1]
  if (state === undefined) return null
  return state.toUpperCase() === 'OK' ? 'resolved' : 'informational'
}

const ofFiring = hashOf('url_base', 'alert.id', 'alert.alert.id', 'alert.state', 'alert.last_triggered_at')

function identityOf(alert: unknown): string | null {
  if (idAt(alert, ['alert.last_triggered_at']) === null) return null
  return idAt(alert, IDS) === null ? wholeAlert(alert) : ofFiring(alert)
}

const IDS = ['alert.id', 'alert.alert.id']
const ofName = hashOfSubject('alert.alert.name', 'url_base')
const ofRule = hashOfShared('url_base', ...IDS)
