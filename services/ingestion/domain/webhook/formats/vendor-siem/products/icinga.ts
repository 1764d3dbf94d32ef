import { valueAt } from '../../../fields.ts'
import { textOf } from '../../../text.ts'
import { hashOf, hashOfShared, idAnd } from '../identity.ts'
import { codes, type Level, word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, is, lacks, like, numeric, object } from '../recognition.ts'
import { rule, type State, when } from '../state.ts'

/** States of a service. A host is up or down, without a severity (Icinga 2, "Check result state mapping"). */
const STATES = { 1: 'medium', 2: 'critical', warning: 'medium', critical: 'critical' } as const

/**
 * A notification of Icinga: the default template of Icinga Notifications' webhook channel, the events `Notification` and
 * `StateChange` of the API's event stream, or the body of Keep's notification command.
 */
export const icinga: Product = {
  id: 'icinga',
  name: 'Icinga',
  source:
    'https://icinga.com/docs/icinga-notifications/latest/doc/10-Channels/#sendnotification; https://icinga.com/docs/icinga-2/latest/doc/12-icinga2-api/#event-stream-types; keephq/keep, docs/providers/documentation/icinga2-provider.mdx',
  forms: [
    [has('object.name'), object('object.tags'), has('event.time'), object('contact')],
    [
      is('type', 'Notification', 'StateChange'),
      ...[like('host', /./, 'a name'), numeric('timestamp'), object('check_result')],
    ],
    [has('host.name'), has('check_result.output'), has('check_result.state'), lacks('type')],
  ],
  title: [
    ...[
      '{object.tags.host} {object.tags.service}: {incident.severity}',
      '{object.name}: {incident.severity}',
    ],
    ...['{host.name} {service.name}: {check_result.state}', '{host.name}: {check_result.state}'],
    ...['{host} {service}: {notification_type}', '{host}: {notification_type}'],
    ...['{host} {service} changed its state', '{host} changed its state', 'object.name'],
  ],
  description: ['event.message', 'check_result.output'],
  severity: [codes('incident.severity', { err: 'high' }), word('incident.severity'), gradeOfService],
  time: ['event.time', 'timestamp', 'check_result.execution_end'],
  systems: ['object.tags.host', 'host.name', 'host'],
  identity: {
    of: (alert) => {
      if (has('incident.id').holds(alert)) return ofIncident(alert)
      return has('timestamp').holds(alert) ? ofEvent(alert) : ofResult(alert)
    },
    closes: (alert) => (has('incident.id').holds(alert) ? null : byObject(alert)),
    why: 'The id is not unique: each installation counts its incidents. Identity: number, address and object. Every notification about the incident repeats them. An event has no id. Identity of an event: object, kind, state and time (microseconds). The end finds its alert by the object.',
  },
  state: [
    when('incident.severity', ['ok'], 'resolved'),
    when('notification_type', ['RECOVERY'], 'resolved'),
    rule(ofPeople, 'notification_type'),
    rule(ofState),
  ],
}

const ofIncident = idAnd('incident.id', 'incident.url', 'object.name', 'object.url')
const ofEvent = hashOf(
  'type',
  'host',
  'service',
  'notification_type',
  'state',
  'event',
  'object',
  'timestamp',
)
const ofResult = hashOf('host.name', 'service.name', 'check_result', 'event', 'object')
const byObject = hashOfShared('host.name', 'host', 'service.name', 'service')

/** Actions of people and the core on a problem. */
const NO_PROBLEM = is(
  'notification_type',
  ...['ACKNOWLEDGEMENT', 'DOWNTIMESTART', 'DOWNTIMEEND', 'DOWNTIMECANCELLED', 'FLAPPINGEND'],
)

function ofPeople(alert: unknown): State | null {
  if (NO_PROBLEM.holds(alert)) return 'informational'
  // A notification of Icinga Notifications without an incident is no change of state.
  return has('event.time').holds(alert) && lacks('incident').holds(alert) ? 'informational' : null
}

/** State 0 is OK or UP. A soft state is checked again before it becomes a hard one, which has its own event. */
function ofState(alert: unknown): State | null {
  if (is('state', '0').holds(alert) || is('check_result.state', 'OK', 'UP').holds(alert)) return 'resolved'
  return is('type', 'StateChange').holds(alert) && is('state_type', '0').holds(alert) ? 'informational' : null
}

function gradeOfService(alert: unknown): Level | null {
  if (textOf(valueAt(alert, 'service.name', 'service')) === null) return null
  return codes('check_result.state', STATES)(alert) ?? codes('state', STATES)(alert)
}
