import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, is } from '../recognition.ts'
import { rule } from '../state.ts'
import { classTitle } from './class-words.ts'

/** An error of an application that Raygun found. It is not graded. */
export const raygun: Product = {
  id: 'raygun',
  name: 'Raygun',
  source:
    'https://raygun.com/documentation/integrations/webhooks/; zulip/zulip, zerver/webhooks/raygun/fixtures',
  forms: [
    [
      is('event', 'error_notification', 'error_activity'),
      has('eventType'),
      has('error.url'),
      has('application'),
    ],
  ],
  title: ['{application.name}: {error.message}', 'error.message'],
  titleStandIn: ['Error in {application.name}', classTitle('Raygun', 'eventType')],
  description: ['error.message', 'error.url'],
  severity: [],
  time: ['error.lastOccurredOn', 'error.firstOccurredOn'],
  systems: ['application.name'],
  identity: {
    of: (alert) => (eventOf(alert) === 'ErrorReoccurred' ? ofReturn(alert) : ofError(alert)),
    why: 'The id is not unique: the address is that of the error and is the same whenever the error comes back. Identity: address and the time of the first occurrence; for a return, also the time of the return. Follow-ups and comments repeat the address.',
  },
  // Actions of people on an error: assigned, commented on, resolved.
  state: [
    rule((alert) => (plainText(valueAt(alert, 'event')) === 'error_activity' ? 'informational' : null)),
  ],
}

const eventOf = (alert: unknown) => plainText(valueAt(alert, 'eventType'))
const ofError = idAnd('error.url', 'error.firstOccurredOn')
const ofReturn = idAnd('error.url', 'error.firstOccurredOn', 'error.lastOccurredOn')
