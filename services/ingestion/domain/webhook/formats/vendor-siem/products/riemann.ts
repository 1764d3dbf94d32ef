import { hashOf, hashOfShared, requiring } from '../identity.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { when } from '../state.ts'

/** Riemann's states by convention (riemann.io, "Concepts"). */
const STATES = ['ok', 'warning', 'critical', 'expired']

/** An event of Riemann. An expired event means that nobody reports any more; it does not end the alert. */
export const riemann: Product = {
  id: 'riemann',
  name: 'Riemann',
  source: 'https://riemann.io/concepts.html; alerta/alerta, tests/test_webhooks.py, riemann_alert',
  forms: [[has('host'), has('service'), is('state', ...STATES), hasOneOf('metric', 'ttl')]],
  title: ['{service} on {host}'],
  description: ['description'],
  severity: [word('state')],
  time: ['time'],
  systems: ['host'],
  identity: {
    of: requiring(['time'], hashOf('host', 'service', 'state', 'time')),
    closes: hashOfShared('host', 'service'),
    why: 'An event has no id. Identity: host, service, state and time. Without a time, only the very delivery identifies it. The end finds its alert by host and service.',
  },
  state: [when('state', ['ok'], 'resolved')],
}
