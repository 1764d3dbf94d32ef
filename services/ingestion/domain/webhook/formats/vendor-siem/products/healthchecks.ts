import { isObject } from '../../../../../../kernel/json/is-object.ts'
import { valueAt } from '../../../fields.ts'
import { hashOf, hashOfShared } from '../identity.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is, numeric } from '../recognition.ts'
import { when } from '../state.ts'

/**
 * A check of Healthchecks.io that changed, from its webhook's `$JSON`: alone, or as `check` in the sender's own body. It is not
 * graded.
 */
export const healthchecks: Product = {
  id: 'healthchecks',
  name: 'Healthchecks.io',
  source:
    'https://healthchecks.io/docs/configuring_notifications/; healthchecks/healthchecks, hc/integrations/webhook and hc/api/models.py (Check.to_dict)',
  forms: [ofCheck(''), ofCheck('check.')],
  title: paths('{name} is {status}', '{slug} is {status}'),
  titleStandIn: paths('Check {uuid} is {status}', 'Check {unique_key} is {status}', 'A check is {status}'),
  description: ['check.desc', 'desc'],
  severity: [],
  time: ['now'],
  systems: paths('name'),
  identity: {
    of: (alert) => ofChange({ ...checkOf(alert), now: valueAt(alert, 'now') }),
    closes: (alert) => ofCheckItself(checkOf(alert)),
    why: 'The id is not unique: it is the check’s. Identity: check, status, pings, schedule, and the time where the body has it. The recovery finds its alert by the check.',
  },
  state: paths('status').flatMap((path) => [
    when(path, ['up'], 'resolved'),
    when(path, ['new', 'started', 'grace', 'paused'], 'informational'),
  ]),
}

function ofCheck(before: string) {
  return [
    is(`${before}status`, 'up', 'down', 'new', 'started', 'grace', 'paused'),
    ...[numeric(`${before}n_pings`), numeric(`${before}grace`), has(`${before}manual_resume`)],
    hasOneOf(`${before}uuid`, `${before}unique_key`),
  ]
}

/** Returns each path in the sender's own body and alone. */
function paths(...found: readonly string[]): string[] {
  return found.flatMap((path) => [
    path.includes('{') ? path.replaceAll('{', '{check.') : `check.${path}`,
    path,
  ])
}

function checkOf(alert: unknown): { [key: string]: unknown } {
  const within = valueAt(alert, 'check')
  if (isObject(within)) return within
  return isObject(alert) ? alert : {}
}

const ofChange = hashOf(
  ...['uuid', 'unique_key', 'status', 'n_pings', 'last_ping', 'next_ping'],
  ...['grace', 'timeout', 'schedule', 'tz', 'now'],
)
const ofCheckItself = hashOfShared('uuid', 'unique_key')
