import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, like } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/**
 * An entry of an Auth0 tenant's log, from a log stream or its API. It is not graded, and the log holds every login. Entries are
 * informational unless they are about an attack or about a limit that refuses people.
 */
export const auth0: Product = {
  id: 'auth0',
  name: 'Auth0',
  source:
    'https://auth0.com/docs/deploy-monitor/logs/log-event-type-codes; auth0/auth0-log-schemas, schemas/log-types; panther-labs/panther-analysis, rules/auth0_rules',
  forms: [
    [has('log_id'), like('data.type', /^[a-z][a-z0-9_]*$/, 'such as limit_wc'), has('data.date')],
    [
      ...[has('log_id'), like('type', /^[a-z][a-z0-9_]*$/, 'such as limit_wc'), has('date')],
      hasOneOf('client_id', 'tenant_name', 'user_agent', 'connection'),
    ],
  ],
  title: ['data.description', 'description'],
  titleStandIn: ['Auth0 event {data.type}', 'Auth0 event {type}'],
  description: ['{data.type} from {data.ip}', '{type} from {ip}'],
  severity: [],
  time: ['data.date', 'date'],
  systems: ['data.user_name', 'user_name', 'data.hostname', 'hostname'],
  identity: {
    of: id('log_id', 'data.log_id'),
    why: 'The id is unique: a log id for each entry. A stream repeats it when it sends the entry again after a failure. An entry never changes.',
  },
  state: [rule(ofType)],
}

/**
 * Kinds of Auth0's catalogue: blocked addresses and accounts, leaked passwords, rejected or exhausted authentication factors, a
 * limit that was reached.
 */
const ATTACK = /^limit_|(?:^|_)pwd_leak$|_rate_limit_exceed$|^(?:gd_auth_rejected|api_limit)$/

/** 'Failed exchange of rotating refresh token. This could occur when reuse is detected': its description says so. */
const REUSE = /reuse/i

function ofType(alert: unknown): State | null {
  const type = plainText(valueAt(alert, 'data.type', 'type'))
  if (ATTACK.test(type)) return null
  if (type === 'ferrt' && REUSE.test(plainText(valueAt(alert, 'data.description', 'description'))))
    return null
  return 'informational'
}
