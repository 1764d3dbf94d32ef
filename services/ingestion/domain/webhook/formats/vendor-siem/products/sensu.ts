import { contentHash } from '../../../content-hash.ts'
import { valueAt } from '../../../fields.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, numeric } from '../recognition.ts'
import { when } from '../state.ts'

/** 0 OK, 1 WARNING, 2 CRITICAL; any other is UNKNOWN or defined by the check. */
const STATUSES = { 1: 'medium', 2: 'critical' } as const

/** An event of Sensu Go about a check, from a handler or its API. Every run of the check makes one. */
export const sensu: Product = {
  id: 'sensu',
  name: 'Sensu Go',
  source: 'https://docs.sensu.io/sensu-go/latest/observability-pipeline/observe-events/events/',
  forms: ['', 'spec.'].map((at) => [
    ...[has(`${at}check.metadata.name`), has(`${at}entity.metadata.name`), numeric(`${at}check.status`)],
    hasOneOf(`${at}check.issued`, `${at}check.executed`, `${at}check.output`),
  ]),
  title: ['', 'spec.'].map((at) => `{${at}check.metadata.name} on {${at}entity.metadata.name}`),
  description: both('check.output'),
  severity: both('check.status').map((path) => codes(path, STATUSES)),
  time: both('check.executed', 'timestamp', 'check.issued'),
  systems: both('entity.metadata.name'),
  identity: {
    of: (alert) =>
      hasOneOf(...both('check.last_ok')).holds(alert)
        ? ofBoth(alert, ...CHECK, 'check.last_ok')
        : contentHash(alert),
    why: 'The id is not that of an alert: every run of a check has another. Identity: namespace, entity, check and the time at which the check was last OK. Every event of one outage repeats them, whatever its status. The recovery finds its alert by entity and check.',
    closes: (alert) => ofBoth(alert, ...CHECK),
  },
  state: [
    ...both('check.status').map((path) => when(path, [0], 'resolved')),
    ...both('check.is_silenced').map((path) => when(path, [true], 'suppressed')),
  ],
}

const CHECK = ['check.metadata.namespace', 'entity.metadata.name', 'check.metadata.name']

/** Returns a hash of the values at some paths, the same for both forms of an event. */
function ofBoth(alert: unknown, ...paths: readonly string[]): string {
  return contentHash(paths.map((path) => valueAt(alert, ...both(path)) ?? null))
}

function both(...paths: readonly string[]): string[] {
  return paths.flatMap((path) => [path, `spec.${path}`])
}
