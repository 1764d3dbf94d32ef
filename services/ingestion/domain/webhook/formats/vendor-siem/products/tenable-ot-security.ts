import { id } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** An event of Tenable OT Security that a policy hit. */
export const tenableOtSecurity: Product = {
  id: 'tenable_ot_security',
  name: 'Tenable OT Security',
  source: 'elastic/integrations, packages/tenable_ot_security, data stream events',
  forms: [[has('hitId'), has('logId'), has('policy.title'), has('severity'), has('resolved')]],
  title: ['{policy.title}: {srcNames}', 'policy.title'],
  description: ['eventType.description', 'category'],
  severity: [word('severity')],
  time: ['time'],
  systems: ['srcNames', 'srcIP', 'dstNames', 'dstIP'],
  identity: {
    of: id('id'),
    why: 'The id is unique: a UUID for each event. The resolution repeats it. logId counts the events of an installation.',
  },
  state: [when('resolved', [true], 'resolved')],
}
