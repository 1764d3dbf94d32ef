import { hashOf } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, object } from '../recognition.ts'

/** The severities of the API, in their order: Informational, Low, Medium, High. */
const SEVERITIES = { 0: 'informational', 1: 'low', 2: 'medium', 3: 'high' } as const

/** An alert of Jamf Protect, as its HTTP data endpoint sends it. */
export const jamfProtect: Product = {
  id: 'jamf_protect',
  name: 'Jamf Protect',
  source:
    'https://learn.jamf.com/en-US/bundle/jamf-protect-documentation/page/Data_Forwarding.html; elastic/integrations, packages/jamf_protect, data stream alerts; chronicle/content-hub, parsers/third_party/partner/JAMF/JAMF_PROTECT_V2; https://support.jamf.com/en/articles/11038532',
  forms: [
    [
      ...[has('caid'), object('input.match'), has('input.match.uuid'), object('input.host')],
      hasOneOf('input.match.facts', 'input.match.event'),
    ],
    // Agents from version 8 on.
    [has('caid'), has('match.uuid'), has('match.facts'), object('host'), has('event_type')],
  ],
  title: ['input.match.facts.human', 'input.match.facts.name', 'match.facts.human', 'match.facts.name'],
  titleStandIn: ['Jamf Protect alert {input.match.uuid}', 'Jamf Protect alert {match.uuid}'],
  description: [
    'input.match.facts.name',
    'input.match.event.path',
    'match.facts.match_reason',
    'match.facts.name',
  ],
  severity: [codes('input.match.severity', SEVERITIES), codes('match.severity', SEVERITIES)],
  time: ['input.match.event.timestamp', 'time', 'timestamp'],
  systems: ['input.host.hostname', 'input.host.serial', 'host.hostname', 'host.serial'],
  identity: {
    of: (alert) => (has('input').holds(alert) ? ofInput(alert) : ofMatch(alert)),
    why: 'An alert has two ids: the UUID of its match and that of its event. Identity: both UUIDs and the device. The UUIDs of facts are shared and not read.',
  },
}

const ofInput = hashOf(
  'input.match.uuid',
  'input.match.event.uuid',
  'input.host.provisioningUDID',
  'input.host.serial',
)
const ofMatch = hashOf('match.uuid', 'uuid', 'host.provisioningUDID', 'host.serial')
