import { id, idAnd } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf } from '../recognition.ts'

/** An attack that a gateway of Ubika (WAAP, Cloud Protector) saw. It is not graded. */
export const ubika: Product = {
  id: 'ubika',
  name: 'Ubika',
  source:
    'SEKOIA-IO/intake-formats, Ubika/ubika_waap/tests, Ubika/ubika-cloud-protector-next-generation/tests and Ubika/ubika-cloud-protector-alerts/tests',
  forms: [
    [has('logAlertUid'), has('request'), hasOneOf('tokens', 'events')],
    [has('traffic_id'), has('attack_family'), has('application_id'), has('rule_id')],
  ],
  title: [
    '{tokens.attackFamily} on {request.hostname}',
    '{events.tokens.attackFamily} on {request.hostname}',
    '{attack_family} on {application_id}',
    'tokens.reason',
    'events.tokens.reason',
    '{events.eventDetails} on {request.hostname}',
  ],
  titleStandIn: ['Request to {request.hostname}', 'request.path'],
  description: ['tokens.reason', 'events.tokens.reason', 'reason', 'request.path', 'path'],
  severity: [],
  time: ['timestamp'],
  systems: ['request.hostname', 'context.assetName', 'application_id'],
  identity: {
    of: (alert) => (has('traffic_id').holds(alert) ? ofRule(alert) : ofLog(alert)),
    why: 'The id is unique: one for each entry of a log. In Cloud Protector the id is that of a request, which several rules can match. Identity there: id, rule and time.',
  },
}

const ofLog = id('logAlertUid', 'uid')
const ofRule = idAnd('traffic_id', 'rule_id', 'application_id', 'timestamp')
