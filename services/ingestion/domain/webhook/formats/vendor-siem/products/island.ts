import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { status } from '../state.ts'

/** A breached credential that Island’s enterprise browser found. */
export const island: Product = {
  id: 'island',
  name: 'Island',
  source: 'elastic/integrations, packages/island_browser, data stream compromised_credential',
  forms: [[has('breachSource'), has('compromisedDate'), has('impactedDomain'), has('tenantId')]],
  title: ['Compromised credential of {username}: {breachSource}', 'Compromised credential: {breachSource}'],
  description: ['{email} at {impactedDomain}'],
  severity: [],
  time: ['createdDate', 'compromisedDate'],
  systems: ['impactedDomain'],
  identity: {
    of: idAnd('id', 'tenantId'),
    why: 'It is not documented whether the id is unique across tenants. Identity: id and tenant. A change of the status keeps both.',
  },
  state: [status('status')],
}
