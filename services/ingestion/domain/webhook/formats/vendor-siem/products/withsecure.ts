import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { status, when } from '../state.ts'

/** A security event of WithSecure Elements. */
export const withSecure: Product = {
  id: 'withsecure',
  name: 'WithSecure Elements',
  source:
    'https://connect.withsecure.com/api-reference/security-events; SEKOIA-IO/intake-formats, WithSecure/withsecure-elements/tests',
  forms: [
    [
      has('engine'),
      has('severity'),
      has('serverTimestamp'),
      hasOneOf('txId', 'persistenceTimestamp', 'details'),
    ],
  ],
  title: [
    '{engine}: {details.name}',
    ...['{engine}: {details.infectionName}', '{engine}: {details.description}', '{engine}: {description}'],
    ...['{engine}: {details.appName}', '{engine}: {details.ruleName}', '{engine}: {details.categories}'],
    ...['{engine}: {action}', 'engine'],
  ],
  description: ['message', 'description', 'details.description', '{details.alertType}: {details.path}'],
  severity: [word('severity'), codes('severity', { fatalError: 'critical' })],
  time: ['serverTimestamp', 'persistenceTimestamp', 'details.clientTimestamp'],
  systems: ['device.name', 'target.name'],
  identity: {
    of: id('id'),
    why: "The id is unique: 'the identifier of the security event', a UUID and a counter. Without it, the content is the identity.",
  },
  state: [when('action', ['closed'], 'closed'), status('details.resolution')],
}
