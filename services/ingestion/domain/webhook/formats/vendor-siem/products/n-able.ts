import { hashOf, hashOfShared } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { when } from '../state.ts'

/** A change of a service of a device in N-able N-central. */
export const nAble: Product = {
  id: 'n_able',
  name: 'N-able N-central',
  source: 'spikehq/docs.spike.sh, integrations-guideline/n-able.md',
  forms: [[has('device.name'), has('service.name'), has('state.new'), has('ncentral.uri')]],
  title: ['{service.name} on {device.name} is {state.new}'],
  description: ['state.details'],
  severity: [codes('state.new', { failed: 'high', warning: 'medium' })],
  time: ['alert.time'],
  systems: ['device.name'],
  identity: {
    of: hashOf('ncentral.uri', 'alert.id', 'device', 'service', 'state', 'alert.time'),
    why: 'The id is not unique: it is that of the trigger. Identity: server, id, device, service, states and time. The return to normal finds its alert by server, device and service.',
    closes: hashOfShared('ncentral.uri', 'device.uri', 'device.name', 'service.name', 'service.task'),
  },
  state: [when('state.new', ['Normal'], 'resolved')],
}
