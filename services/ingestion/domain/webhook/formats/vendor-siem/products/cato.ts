import { idWithin } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { when } from '../state.ts'

/** A security event of Cato Networks in which a threat was found. The events of its firewalls name no threat. */
export const cato: Product = {
  id: 'cato',
  name: 'Cato Networks',
  source:
    'https://support.catonetworks.com/hc/en-us/articles/360019839477; SEKOIA-IO/intake-formats, CatoNetworks/cato-sase/tests',
  forms: [[is('event_type', 'Security'), has('event_sub_type'), has('internalId'), has('threat_name')]],
  title: ['{event_sub_type}: {threat_name}'],
  description: ['{threat_type}: {src_ip} to {dest_ip}', 'url', 'threat_reference'],
  severity: [word('risk_level')],
  time: ['time', 'event_timestamp', 'event_time'],
  systems: ['src_site', 'vpn_user_email'],
  identity: {
    of: idWithin(['internalId'], ['account_id']),
    why: 'It is not documented whether the id is unique across accounts: there is one for each event. Identity: id and account.',
  },
  // The anti-malware engines also report clean files.
  state: [when('threat_name', ['clean'], 'passed'), when('threat_verdict', ['clean'], 'passed')],
}
