import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** An incident of Lumu: contacts with one adversary. It is not graded. */
export const lumu: Product = {
  id: 'lumu',
  name: 'Lumu',
  source:
    'demisto/content, Packs/Lumu, tests of its integration; wazuh/integrations, integrations/lumu; https://docs.lumu.io/portal/en/kb/articles/core-concepts-api',
  forms: [[has('adversaryId'), has('adversaryTypes'), has('statusTimestamp'), has('id')]],
  title: ['{description}: {adversaryId}', '{adversaryTypes}: {adversaryId}'],
  titleStandIn: ['Contact with {adversaryId}'],
  description: ['description'],
  severity: [],
  time: ['timestamp', 'firstContact'],
  systems: ['lastContactDetails.endpointName'],
  identity: { of: id('id'), why: 'The id is unique: a UUID. Every update of the incident repeats it.' },
  state: [status('status')],
}
