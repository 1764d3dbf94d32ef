import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { idAnd, idAt } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'
import { classTitle } from './class-words.ts'

const at = (...names: readonly string[]) =>
  names.flatMap((name) => [`data.current.${name}`, `data.current.attributes.${name}`])

/** An event of Expel Workbench about an alert, an investigation, or an incident. An incident is a kind of investigation. */
export const expel: Product = {
  id: 'expel',
  name: 'Expel',
  source:
    'https://support.expel.io/hc/en-us/articles/24278065129747-Webhook-Model-Reference; spikehq/docs.spike.sh, integrations-guideline/integrate-spike-with-expel.md',
  forms: [
    [
      like('event_name', /^[a-z]{3,20}(?:_[a-z]{2,20}){1,5}$/, 'incident_created and others'),
      ...[has('guid'), has('rule'), has('data')],
    ],
  ],
  title: [...at('title', 'expel_name', 'action'), 'data.investigation.title', ...at('expel_message')],
  titleStandIn: [classTitle('Expel', 'event_name')],
  description: [...at('lead_description', 'expel_message'), 'rule'],
  severity: [word(...at('analyst_severity', 'expel_severity'))],
  time: [...at('created_at', 'expel_alert_time', 'updated_at')],
  identity: {
    of: (event) => (stateOf(event) === 'informational' ? ofEvent(event) : ofSubject(event)),
    why: 'The id is unique: a GUID for each alert and each investigation. Further events repeat it, also the closure. One that is opened again is the same alert. An event that is only information has an identity apart from it.',
  },
  state: [rule(stateOf, 'event_name')],
}

const SUBJECT = ['data.expel_alert_id', 'data.investigation_id', 'data.investigation.id', 'guid']
const ofSubject = (event: unknown) => idAt(event, SUBJECT)
const ofEvent = idAnd(SUBJECT, 'event_name', ...at('updated_at'))

/** A closed alert also says so itself. The assignee and device health are information; a task for the customer is not. */
function stateOf(event: unknown): State | null {
  const name = plainText(valueAt(event, 'event_name')).toLowerCase()
  if (name === 'expel_alert_closed') {
    const status = plainText(valueAt(event, ...at('status'))).toLowerCase()
    return status === '' || status === 'closed' ? 'closed' : null
  }
  if (/^(?:incident|investigation)_closed$/.test(name)) return 'closed'
  return INFORMATION.test(name) ? 'informational' : null
}

const INFORMATION =
  /^(?:announcement|assembler|custom_rule|security_device)_|^(?:incident|investigation|expel_alert|investigative_action|investigative_action_analysis)_assigned$|_(?:acknowledged|unacknowledged|approved|denied|automated|completed|downgraded|alert_added)$/
