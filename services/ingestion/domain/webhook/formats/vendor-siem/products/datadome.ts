import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf } from '../identity.ts'
import type { Product } from '../product.ts'
import { has } from '../recognition.ts'
import { rule } from '../state.ts'

/** A bot attack that DataDome detected. It is not graded, and its time has no year. */
export const dataDome: Product = {
  id: 'datadome',
  name: 'DataDome',
  source: 'SEKOIA-IO/intake-formats, Datadome/datadome-protection/tests',
  forms: [
    [has('threatName'), has('endpointName'), has('accountName'), has('startDateTime'), has('requestsCount')],
  ],
  title: ['{threatName} on {endpointName}'],
  description: ['{requestsCount} requests since {startDateTime}'],
  severity: [],
  time: ['startDateTime'],
  systems: ['endpointName'],
  identity: {
    of: hashOf('accountName', 'endpointName', 'threatName', 'startDateTime'),
    why: 'An alert has no id. Identity: account, endpoint, threat and start (minutes). The end repeats them.',
  },
  state: [rule((alert) => (ended(alert) ? 'resolved' : null), 'endDateTime')],
}

/** The end of an attack is an empty text until it ends, and then a date. */
const ended = (alert: unknown) => /[0-9]/.test(plainText(valueAt(alert, 'endDateTime')))
