import { id } from '../identity.ts'
import { codes, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'
import { reasonOfEnd, status, when } from '../state.ts'

/** A security event or an incident (a Broad Context Detection) of WithSecure Elements. */
export const withSecure: Product = {
  id: 'withsecure',
  name: 'WithSecure Elements',
  source:
    'https://connect.withsecure.com/api-reference/security-events; SEKOIA-IO/intake-formats, WithSecure/withsecure-elements/tests; elastic/integrations, packages/withsecure_elements, data stream incidents',
  forms: [
    [
      has('engine'),
      has('severity'),
      has('serverTimestamp'),
      hasOneOf('txId', 'persistenceTimestamp', 'details'),
    ],
    [has('incidentId'), has('incidentPublicId'), has('createdTimestamp'), hasOneOf('riskLevel', 'severity')],
  ],
  title: [
    '{engine}: {details.name}',
    ...['{engine}: {details.infectionName}', '{engine}: {details.description}', '{engine}: {description}'],
    ...['{engine}: {details.appName}', '{engine}: {details.ruleName}', '{engine}: {details.categories}'],
    ...['{engine}: {action}', 'engine', 'name'],
  ],
  titleStandIn: ['WithSecure incident {incidentPublicId}'],
  description: ['message', 'description', 'details.description', '{details.alertType}: {details.path}'],
  severity: [word('severity', 'riskLevel'), codes('severity', { fatalError: 'critical' })],
  time: ['serverTimestamp', 'persistenceTimestamp', 'details.clientTimestamp', 'createdTimestamp'],
  systems: ['device.name', 'target.name'],
  identity: {
    of: id('id', 'incidentId'),
    why: "The id is unique: 'the identifier of the security event', a UUID and a counter. Without it, the content is the identity. The id of an incident is unique, too (a UUID), and a change of its status repeats it.",
  },
  state: [
    when('action', ['closed'], 'closed'),
    status('details.resolution'),
    reasonOfEnd(when('resolution', ['falsePositive', 'autoFalsePositive'], 'false_positive'), 'status'),
    reasonOfEnd(
      when('resolution', ['securityTest', 'acceptedRisk', 'acceptedBehavior'], 'suppressed'),
      'status',
    ),
    status('status'),
  ],
}
