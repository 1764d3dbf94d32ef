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
    'https://learn.jamf.com/en-US/bundle/jamf-protect-documentation/page/Data_Forwarding.html; elastic/integrations, packages/jamf_protect, data stream alerts; https://support.jamf.com/en/articles/11038532',
  forms: [
    [
      ...[has('caid'), object('input.match'), has('input.match.uuid'), object('input.host')],
      hasOneOf('input.match.facts', 'input.match.event'),
    ],
  ],
  title: ['input.match.facts.human', 'input.match.facts.name'],
  titleStandIn: ['Jamf Protect alert {input.match.uuid}'],
  description: ['input.match.facts.name', 'input.match.event.path'],
  severity: [codes('input.match.severity', SEVERITIES)],
  time: ['input.match.event.timestamp'],
  systems: ['input.host.hostname', 'input.host.serial'],
  identity: {
    of: hashOf(
      'input.match.uuid',
      'input.match.event.uuid',
      'input.host.provisioningUDID',
      'input.host.serial',
    ),
    why: 'A match and its event have a UUID each; with the device they are one alert’s. The UUIDs of facts are shared and not read.',
  },
}
