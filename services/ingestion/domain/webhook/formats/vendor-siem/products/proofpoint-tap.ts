import { valuesAt } from '../../../fields.ts'
import { id, idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { rule, type State } from '../state.ts'
import { stateOf } from '../state-words.ts'

/**
 * A click or a message of Proofpoint Targeted Attack Protection, from its SIEM API. They are not graded.
 * A blocked click or message is an alert too. A sender that does not want blocked ones does not request them from the API.
 */
export const proofpointTap: Product = {
  id: 'proofpoint_tap',
  name: 'Proofpoint TAP',
  source:
    'https://help.proofpoint.com/Threat_Insight_Dashboard/API_Documentation/SIEM_API; SEKOIA-IO/intake-formats, ProofPoint/proofpoint-tap/tests',
  forms: [
    [has('clickTime'), has('GUID'), has('classification'), hasOneOf('threatID', 'threatURL')],
    [hasOneOf('messageTime', 'messageID', 'toAddresses'), has('threatsInfoMap.threatStatus')],
  ],
  title: [
    'Message with {threatsInfoMap.classification} for {recipient}: {subject}',
    'Message with {threatsInfoMap.classification} for {recipient}',
    'Click on {classification} by {recipient}',
  ],
  titleStandIn: [
    'Message with {threatsInfoMap.classification} for {toAddresses}: {subject}',
    'Message with {threatsInfoMap.classification}',
    'Proofpoint TAP event {GUID}',
  ],
  description: ['url', 'threatsInfoMap.threat', 'threatURL'],
  severity: [],
  time: ['clickTime', 'messageTime'],
  systems: ['recipient'],
  identity: {
    of: (alert) => (has('clickTime').holds(alert) ? ofClick(alert) : ofMessage(alert)),
    unmatched: 'A message without its GUID is its content alone, which a change of the threat changes.',
    why: "The id is unique: a click has its own, and the GUID of a message is 'guaranteed to be unique' (SIEM API). Identity of a click without an id: message, threat, address and time.",
  },
  state: [rule(ended, 'threatStatus', 'threatsInfoMap.threatStatus')],
}

const ofMessage = id('GUID')
const ofClick = (alert: unknown): string => (has('id').holds(alert) ? byId(alert) : byContent(alert))
const byId = id('id')
const byContent = idAnd('GUID', 'threatID', 'url', 'recipient', 'clickIP', 'clickTime')

/** Whether no threat of a message is active any more: it can have several. */
function ended(alert: unknown): State | null {
  const states =
    valuesAt(alert, 'threatsInfoMap').length > 0
      ? valuesAt(alert, 'threatsInfoMap').map((threat) => stateOf(valuesAt(threat, 'threatStatus', 1)[0]))
      : [stateOf(valuesAt(alert, 'threatStatus', 1)[0])]
  return states.every((state) => state !== null) ? states[0]! : null
}
