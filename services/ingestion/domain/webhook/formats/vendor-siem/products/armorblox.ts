import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { type Condition, has, hasOneOf, like } from '../recognition.ts'
import { reasonOfEnd, rule, when } from '../state.ts'
import { type State, stateOf } from '../state-words.ts'

const STATE = 'resolution_state'
const wordOf = (incident: unknown) =>
  plainText(valueAt(incident, STATE)).replace(/_INCIDENT_RESOLUTION_STATE$/i, '')
const IS_AT_WORK: Condition = {
  needs: STATE,
  holds: (incident) => /^(?:re-?opened|in_?progress|pending|under_review)$/i.test(wordOf(incident)),
}

/** An incident of Armorblox about a message. */
export const armorblox: Product = {
  id: 'armorblox',
  name: 'Armorblox',
  source: 'Azure/Azure-Sentinel, Sample Data/Custom/Armorblox_CL.json',
  forms: [
    [
      like('incident_type', /_INCIDENT_TYPE$/, '…_INCIDENT_TYPE'),
      ...[has('id'), has('title'), hasOneOf('resolution_state', 'policy_names')],
    ],
  ],
  title: ['{policy_names}: {title}', 'title'],
  severity: [word('priority')],
  time: ['date'],
  systems: ['app_name'],
  identity: { of: id('id'), why: 'The id is unique: the number of the incident. A change of it keeps it.' },
  state: [
    // What else research says, such as its end, is not the state of the incident.
    reasonOfEnd(when('research_status', ['FALSE_POSITIVE'], 'false_positive'), IS_AT_WORK),
    rule(ofResolution, STATE),
  ],
}

/** `RESOLVED_INCIDENT_RESOLUTION_STATE`: an incident is resolved or open, and people can open it again. */
function ofResolution(incident: unknown): State | null {
  const state = stateOf(wordOf(incident))
  return state === 'closed' ? 'resolved' : state
}
