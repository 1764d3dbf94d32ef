import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** An alert of Rapid7 Threat Command (IntSights). */
export const rapid7ThreatCommand: Product = {
  id: 'rapid7_threat_command',
  name: 'Rapid7 Threat Command',
  source: 'rapid7/insightconnect-plugins, plugins/rapid7_intsights/unit_test/payloads',
  forms: [[has('_id'), has('Details.Title'), has('Details.Severity'), has('FoundDate')]],
  title: ['Details.Title'],
  description: ['Details.Description', '{Details.Type}: {Details.SubType}'],
  severity: [word('Details.Severity')],
  time: ['FoundDate'],
  systems: ['Assets.Value'],
  identity: {
    of: id('_id'),
    why: 'The id is unique: 24 hexadecimal digits for each alert. A change of the alert repeats it.',
  },
  state: [when('Closed.IsClosed', [true], 'closed')],
}
