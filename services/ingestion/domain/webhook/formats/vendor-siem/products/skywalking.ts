import { valueAt } from '../../../fields.ts'
import { plainText } from '../../../text.ts'
import { hashOf, hashOfSubject } from '../identity.ts'
import { labelled } from '../labelled.ts'
import { word } from '../levels.ts'
import type { Product } from '../product.ts'
import { has, numeric } from '../recognition.ts'
import { rule, type State } from '../state.ts'

/** An alarm of Apache SkyWalking, whose webhook sends a list. Its severity is an optional tag of the rule. */
export const skyWalking: Product = {
  id: 'skywalking',
  name: 'Apache SkyWalking',
  source: 'apache/skywalking, docs/en/setup/backend/backend-alarm.md',
  forms: [[numeric('scopeId'), has('ruleName'), has('alarmMessage'), numeric('startTime')]],
  title: ['alarmMessage', '{ruleName}: {name}'],
  description: ['{ruleName}: {name}'],
  severity: [labelled('tags', 'key', 'level', word('value'))],
  time: ['startTime'],
  systems: ['name'],
  identity: {
    of: hashOf('ruleName', 'scopeId', 'scope', 'id0', 'id1', 'name', 'startTime'),
    closes: hashOfSubject('ruleName', 'scopeId', 'scope', 'id0', 'id1', 'name'),
    why: 'An alarm has no id. Identity: rule, entity and time. The recovery finds its alarm by rule and entity.',
  },
  state: [rule(recovered, 'recoveryTime')],
}

/** A rule with a recovery hook sends the time at which the alarm ended. */
function recovered(alarm: unknown): State | null {
  return Number(plainText(valueAt(alarm, 'recoveryTime'))) > 0 ? 'resolved' : null
}
