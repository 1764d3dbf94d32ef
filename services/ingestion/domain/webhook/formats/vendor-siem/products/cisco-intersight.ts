import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { id, idAnd } from '../identity.ts'
import { codes } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, hasOneOf, is } from '../recognition.ts'
import { rule, when } from '../state.ts'

const GRADES = {
  ...({ critical: 'critical', warning: 'medium', info: 'informational' } as const),
  ...({ none: 'informational', cleared: 'low' } as const),
}

/**
 * A webhook of Cisco Intersight: an alarm that was raised, changed or cleared, or another object; also an alarm from its API.
 */
export const ciscoIntersight: Product = {
  id: 'cisco_intersight',
  name: 'Cisco Intersight',
  source:
    'https://intersight.com/apidocs, cond.Alarm and mo.WebhookResult; bodies in the tests of a public receiver of them',
  forms: [
    [is('ObjectType', 'mo.WebhookResult'), has('Operation')],
    [is('ObjectType', 'cond.Alarm'), has('Severity'), has('Moid')],
  ],
  title: ['Event.Description', 'Description', '{EventObjectType} {Operation}: {Event.Name}'],
  titleStandIn: [
    'Intersight alarm {Event.Name}',
    'Intersight alarm {Name}',
    'Intersight webhook: {Operation}',
  ],
  description: ['{Event.Name} of {Event.AffectedMoDisplayName}', '{Name} of {AffectedMoDisplayName}'],
  severity: [codes('Event.Severity', GRADES), codes('Severity', GRADES)],
  time: ['Event.CreationTime', 'CreationTime', 'Event.CreateTime', 'Event.StartTime'],
  systems: ['Event.AffectedMoDisplayName', 'AffectedMoDisplayName'],
  identity: {
    of: (alert) => (hasOneOf(...CREATED).holds(alert) ? ofCreated(alert) : ofUntimed(alert)),
    why: 'The id is unique: that of the alarm. Identity: id and the time the alarm was created. Changes and the clearing repeat both.',
  },
  state: [
    when('Event.Severity', ['Cleared'], 'resolved'),
    when('Severity', ['Cleared'], 'resolved'),
    when('Operation', ['Deleted'], 'closed'),
    rule((alert) => (isNone(alert) ? 'informational' : null)),
  ],
}

const CREATED = ['Event.CreationTime', 'CreationTime']
const MOIDS = ['Event.Moid', 'Moid', 'Subscription.Moid']
const ofCreated = idAnd(MOIDS, ...CREATED)
const ofUntimed = id(...MOIDS)

function isNone(alert: unknown): boolean {
  const kind = kindOf(alert)
  return kind === '' ? !hasOneOf('Event.Severity', 'Severity').holds(alert) : kind.startsWith('workflow.')
}

/**
 * Returns the kind of the object; for an alarm alone, its own type. A webhook test has none, and a workflow is work that somebody ordered.
 */
function kindOf(alert: unknown): string {
  const kind =
    valueAt(alert, 'ObjectType') === 'cond.Alarm' ? 'cond.Alarm' : valueAt(alert, 'EventObjectType')
  return plainText(kind).slice(0, 100)
}
