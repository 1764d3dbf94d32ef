import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, object } from '../recognition.ts'
import { rule, status } from '../state.ts'

/** Objects that are findings. Push also sends every account change and every login. */
const FOUND = ['FINDING', 'PASSWORD_PHISHING', 'DETECTION']

/** A finding or an attack of Push Security. It is not graded. */
export const pushSecurity: Product = {
  id: 'push_security',
  name: 'Push Security',
  source: 'panther-labs/panther-analysis, rules/push_security_rules',
  forms: [
    [is('object', ...FOUND), object('new'), has('timestamp'), has('version'), has('id')],
    // After a deletion there is no `new`.
    [
      is('object', ...FOUND),
      is('type', 'DELETE'),
      object('old'),
      has('timestamp'),
      has('version'),
      has('id'),
    ],
  ],
  title: [
    '{object}: {new.type} in {new.appType}',
    '{object}: {new.url}',
    '{object} in {new.appType}',
    'object',
  ],
  description: ['new.url', 'new.referrerUrl'],
  severity: [],
  time: ['timestamp', 'new.creationTimestamp'],
  systems: ['new.employee.email', 'new.appType'],
  identity: {
    of: (event) => (FINDING.every(({ holds }) => holds(event)) ? ofFinding(event) : ofEvent(event)),
    why: 'The id is unique: a UUID for each finding. All events about the finding repeat it. Anything else that Push found has the UUID of its event.',
  },
  state: [
    status('new.state'),
    rule((alert) => (plainText(valueAt(alert, 'type')) === 'DELETE' ? 'closed' : null)),
  ],
}

const FINDING = [is('object', 'FINDING'), hasOneOf('new.id', 'old.id')]
const ofFinding = id('new.id', 'old.id')
const ofEvent = id('id')
